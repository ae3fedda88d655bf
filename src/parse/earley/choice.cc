// Tested by tests/parse/choice_test.cc and, against brute force, brute_force_test.cc.
#include "parse/earley/choice.h"

#include <algorithm>
#include <tuple>

namespace grabr {

Part whole_input(const Chart& chart) {
  Part part;
  part.symbol = chart.start();
  part.end = chart.size();
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

Step Chooser::choose(const Part& part, ParseOptions::Choice choice) {
  const bool in_cycle = grammar_.symbols[part.symbol].cycle != LoweredSymbol::kNoCycle;
  if (choice == ParseOptions::Choice::kBook && !in_cycle) return choose_as_book(part);
  const Splits best = std::move(ways(part).front());
  return make_step(grammar_, best.rule(), part.begin, best.first());
}

std::vector<Splits> Chooser::ways(const Part& part) {
  std::vector<Splits> ways;
  for (const std::uint32_t rule : forest_.rules(part.symbol, part.begin, part.end)) {
    ways.emplace_back(forest_, rule, part.begin, part.end);
  }
  const std::uint32_t cycle = grammar_.symbols[part.symbol].cycle;
  if (cycle != LoweredSymbol::kNoCycle) {
    const Heights heights = this->heights(cycle, part.begin, part.end);
    for (Splits& way : ways) order(way, heights, part.begin, part.end);
  }
  std::ranges::sort(ways, {}, [&](const Splits& way) {  // rules are numbered in grammar order
    return std::tuple(way.height(), -grammar_.rules[way.rule()].priority, way.rule());
  });
  return ways;
}

/// The heights of a cycle's symbols: one more than that of the symbol of the cycle that a rule has
/// over the same span, so that choosing by least height terminates.
Chooser::Heights Chooser::heights(std::uint32_t cycle, std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t kInfinite = ~std::uint32_t{0};
  Heights heights;
  std::vector<std::pair<LoweredId, Splits>> ways;
  for (LoweredId symbol = 0; symbol < grammar_.symbols.size(); ++symbol) {
    if (grammar_.symbols[symbol].cycle != cycle) continue;
    heights[symbol] = kInfinite;
    for (const std::uint32_t rule : forest_.rules(symbol, begin, end)) {
      ways.emplace_back(symbol, Splits(forest_, rule, begin, end));
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [symbol, way] : ways) {
      order(way, heights, begin, end);
      if (way.height() == kInfinite || way.height() + 1 >= heights[symbol]) continue;
      heights[symbol] = way.height() + 1;
      changed = true;
    }
  }
  return heights;
}

void Chooser::order(Splits& splits, const Heights& heights, std::uint32_t begin,
                    std::uint32_t end) const {
  const auto symbols = grammar_.rhs(splits.rule());
  splits.order([&](std::uint32_t part, const Splits::Edge& edge) -> std::uint32_t {
    if (edge.from != begin || edge.to != end) return 0;
    const auto found = heights.find(symbols[part]);
    return found == heights.end() ? 0 : found->second;
  });
}

Step Chooser::choose_as_book(const Part& part) {
  const std::uint32_t done = forest_.first_completed(part.symbol, part.begin, part.end);
  const std::uint32_t rule = grammar_.rule_at[forest_.chart().item(done).dotted];
  std::vector<std::uint32_t> ends(grammar_.rules[rule].size, part.end);
  for (std::uint32_t k = grammar_.rules[rule].size; k-- > 1;) {
    const auto begins = forest_.begins(grammar_.rules[rule].first_dot + k + 1, part.begin, ends[k]);
    ends[k - 1] = *std::ranges::min_element(begins, {}, [&](std::uint32_t begin) {
      return forest_.first_completed(grammar_.rhs(rule)[k], begin, ends[k]);
    });
  }
  return make_step(grammar_, rule, part.begin, ends);
}

}  // namespace grabr
