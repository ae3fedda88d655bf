#include "parse/ambiguity/ranking.h"

#include <algorithm>

namespace grabr {

Step Ranking::step(const Part& part) {
  std::vector<Splits> ways = chooser_.ways(part);
  std::uint64_t number = part.number;
  for (Splits& way : ways) {
    const std::uint64_t count = counts_.of_rule(part, way.rule());
    if (number < count) return split(part, way, number);
    number -= count;
  }
  return split(part, ways.back(), number);
}

/// The split for a number, and one number for each of its parts.
Step Ranking::split(const Part& part, Splits& way, std::uint64_t number) {
  counts_.count_edges(part, way);
  std::vector<std::uint32_t> ends;
  std::uint64_t before = 1;  // derivations of the parts whose ends are fixed
  Part child;
  child.end = part.begin;
  for (std::uint32_t k = 0; k < way.size(); ++k) {
    child.symbol = grammar_.rhs(way.rule())[k];
    child.begin = child.end;
    for (const Splits::Edge& edge : way.edges(k, child.begin)) {
      const std::uint64_t count = saturating_product(before, edge.count);
      if (count > 0) child.end = edge.to;
      if (number < count) break;
      number -= count;
    }
    child.inside = counts_.inside(child, part);
    before = saturating_product(before, counts_.of(child));
    ends.push_back(child.end);
  }
  Step step = step_inside(part, way.rule(), ends);
  for (std::size_t k = step.parts.size(); k-- > 0;) {
    const std::uint64_t count = counts_.of(step.parts[k]);
    step.parts[k].number = number % count;
    number /= count;
  }
  return step;
}

std::vector<Step> Ranking::first_steps(const Part& part, std::size_t limit) {
  std::vector<Step> steps;
  for (const Splits& way : chooser_.ways(part)) {
    way.for_each([&](const std::vector<std::uint32_t>& ends) {
      Step step = step_inside(part, way.rule(), ends);
      const bool cyclic = std::ranges::any_of(step.parts, [&](const Part& child) {
        return child.inside != 0 && counts_.of(child) == 0;
      });
      if (!cyclic) steps.push_back(std::move(step));
      return steps.size() < limit;
    });
    if (steps.size() == limit) break;
  }
  return steps;
}

Step Ranking::step_inside(const Part& part, std::uint32_t rule,
                          const std::vector<std::uint32_t>& ends) {
  Step step = make_step(grammar_, rule, part.begin, ends);
  for (Part& child : step.parts) child.inside = counts_.inside(child, part);
  return step;
}

}  // namespace grabr
