#include "parse/earley/choice.h"

#include <algorithm>
#include <tuple>

#include "parse/earley/cycle_heights.h"

namespace grabr {

Part whole_input(const Completions& completions) {
  Part part;
  part.symbol = completions.start();
  part.end = completions.length();
  return part;
}

Step make_step(const LoweredGrammar& grammar, std::uint32_t rule, std::uint32_t begin,
               const std::vector<std::uint32_t>& ends) {
  Step step{rule, {}};
  const auto symbols = grammar.rhs(rule);
  step.parts.reserve(symbols.size());
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    Part part;
    part.symbol = symbols[k];
    part.begin = begin;
    part.end = ends[k];
    step.parts.push_back(part);
    begin = ends[k];
  }
  return step;
}

Step Chooser::choose(const Part& part) {
  if (grammar_.symbols[part.symbol].cycle != LoweredSymbol{}.cycle) return choose_in_cycle(part);
  const auto rules = forest_.rules(part.symbol, part.begin, part.end);
  const auto rank = [&](std::uint32_t rule) {
    return std::tuple(-grammar_.rules[rule].priority, rule);  // rules are numbered in grammar order
  };
  const std::uint32_t rule =
      *std::min_element(rules.begin(), rules.end(),
                        [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
  return make_step(grammar_, rule, part.begin, forest_.longest_split(rule, part.begin, part.end));
}

Step Chooser::choose_in_cycle(const Part& part) {
  CycleHeights heights(forest_, grammar_.symbols[part.symbol].cycle, part.begin, part.end);
  std::optional<std::tuple<std::uint32_t, int, std::uint32_t>> best;
  for (const std::uint32_t rule : forest_.rules(part.symbol, part.begin, part.end)) {
    const std::tuple rank(heights.of_rule(rule), -grammar_.rules[rule].priority, rule);
    if (!best || rank < *best) best = rank;
  }
  const std::uint32_t rule = std::get<2>(*best);
  auto split = heights.base_split(rule);
  if (!split) {
    split = part.begin == part.end ? forest_.longest_split(rule, part.begin, part.end)
                                   : heights.whole_split(rule, heights.whole_parts(rule).front());
  }
  return make_step(grammar_, rule, part.begin, *split);
}

}  // namespace grabr
