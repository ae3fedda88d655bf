#include "parse/ambiguity/ranking.h"

#include <algorithm>
#include <tuple>

namespace grabr {
namespace {

bool whole_again(const Step& step) {
  return std::any_of(step.parts.begin(), step.parts.end(),
                     [](const Part& p) { return p.inside != 0; });
}

}  // namespace

Ranking::Order Ranking::order(const Part& part) {
  Order order;
  const auto rules = forest_.rules(part.symbol, part.begin, part.end);
  order.rules.assign(rules.begin(), rules.end());
  const std::uint32_t cycle = grammar().symbols[part.symbol].cycle;
  if (cycle != LoweredSymbol::kNoCycle) order.heights.emplace(forest_, cycle, part.begin, part.end);
  const auto rank = [&](std::uint32_t rule) {
    const std::uint32_t height = order.heights ? order.heights->of_rule(rule) : 0;
    return std::tuple(height, -grammar().rules[rule].priority, rule);
  };
  if (order.rules.size() > 1) {
    std::sort(order.rules.begin(), order.rules.end(),
              [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
  }
  return order;
}

Step Ranking::step(const Part& part) {
  Order order = this->order(part);
  std::uint64_t number = part.number;
  std::uint32_t chosen = order.rules.back();
  for (const std::uint32_t rule : order.rules) {
    const std::uint64_t count = counts_.of_rule(part, rule);
    if (number < count) {
      chosen = rule;
      break;
    }
    number -= count;
  }
  return split(part, chosen, order, number);
}

Step Ranking::split(const Part& part, std::uint32_t rule, Order& order, std::uint64_t number) {
  if (!order.heights) return base_split(part, rule, false, number);
  if (part.begin == part.end) {
    const std::vector<std::uint32_t> ends(grammar().rules[rule].size, part.end);
    return number_parts(part, make_step(grammar(), rule, part.begin, ends), number);
  }
  const std::uint64_t base =
      counts_.of_base_rest(grammar().rules[rule].first_dot, part.begin, part.end);
  if (number < base) return base_split(part, rule, true, number);
  number -= base;
  std::vector<std::uint32_t> ends;
  for (const std::uint32_t whole : order.heights->whole_parts(rule)) {
    ends = order.heights->whole_split(rule, whole);
    const std::uint64_t count = counts_.of_whole_part(part, rule, whole);
    if (number < count) break;
    number -= count;
  }
  return number_parts(part, make_step(grammar(), rule, part.begin, ends), number);
}

/// The split for a number. In a cycle, only splits in which no part of the cycle covers the whole
/// span again.
Step Ranking::base_split(const Part& part, std::uint32_t rule, bool in_cycle,
                         std::uint64_t number) {
  const LoweredGrammar& grammar = this->grammar();
  const auto symbols = grammar.rhs(rule);
  std::vector<std::uint32_t> ends;
  std::uint64_t before = 1;  // derivations of the parts whose ends are fixed
  Part next;
  next.begin = part.begin;
  for (std::uint32_t k = 0; k < symbols.size(); ++k) {
    const std::uint32_t dotted = grammar.rules[rule].first_dot + k;
    next.symbol = symbols[k];
    std::uint64_t first = 1;
    for (const std::uint32_t end : forest_.next_ends(dotted, next.begin, part.end)) {
      next.end = end;
      if (in_cycle && counts_.inside(part, next) != 0) continue;
      first = counts_.of(next);
      const bool nothing_yet = in_cycle && end == part.begin;
      const std::uint64_t rest = nothing_yet ? counts_.of_base_rest(dotted + 1, end, part.end)
                                             : counts_.of_rest(dotted + 1, end, part.end);
      const std::uint64_t count = saturating_product(before, saturating_product(first, rest));
      if (number < count) break;
      number -= count;
    }
    before = saturating_product(before, first);
    ends.push_back(next.end);
    next.begin = next.end;
  }
  return number_parts(part, make_step(grammar, rule, part.begin, ends), number);
}

/// Splits the number of a derivation of this step into one number per part.
Step Ranking::number_parts(const Part& part, Step step, std::uint64_t number) {
  for (std::size_t k = step.parts.size(); k-- > 0;) {
    Part& child = step.parts[k];
    child.inside = counts_.inside(part, child);
    const std::uint64_t count = counts_.of(child);
    child.number = number % count;
    number /= count;
  }
  return step;
}

std::vector<Step> Ranking::first_steps(const Part& part, std::size_t limit) {
  std::vector<Step> steps;
  Order order = this->order(part);
  for (const std::uint32_t rule : order.rules) {
    if (order.heights && part.begin == part.end) {
      const std::vector<std::uint32_t> ends(grammar().rules[rule].size, part.end);
      if (counts_.of_rule(part, rule) > 0) steps.push_back(first_of(part, rule, ends));
      if (steps.size() == limit) return steps;
      continue;
    }
    Splits splits(forest_, rule, part.begin, part.end);
    while (const auto* ends = splits.next()) {
      Step step = first_of(part, rule, *ends);
      if (!whole_again(step)) steps.push_back(std::move(step));
      if (steps.size() == limit) return steps;
    }
    if (!order.heights) continue;
    for (const std::uint32_t whole : order.heights->whole_parts(rule)) {
      if (counts_.of_whole_part(part, rule, whole) == 0) continue;
      steps.push_back(first_of(part, rule, order.heights->whole_split(rule, whole)));
      if (steps.size() == limit) return steps;
    }
  }
  return steps;
}

Step Ranking::first_of(const Part& part, std::uint32_t rule,
                       const std::vector<std::uint32_t>& ends) {
  Step step = make_step(grammar(), rule, part.begin, ends);
  for (Part& child : step.parts) child.inside = counts_.inside(part, child);
  return step;
}

}  // namespace grabr
