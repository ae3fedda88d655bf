#include "parse/earley/choice.h"

#include <algorithm>
#include <tuple>

#include "parse/earley/chart.h"
#include "parse/earley/forest.h"

namespace grabr {

CycleHeights::CycleHeights(Forest& forest, std::uint32_t cycle, std::uint32_t begin,
                           std::uint32_t end)
    : forest_(forest), grammar_(forest.grammar()), cycle_(cycle), begin_(begin), end_(end) {
  for (LoweredId s = 0; s < grammar_.symbols.size(); ++s) {
    if (in_cycle(s)) height_[s] = kInfinite;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [symbol, height] : height_) {
      for (const std::uint32_t rule : forest_.rules(symbol, begin_, end_)) {
        const std::uint32_t found = of_rule(rule);
        if (found < height) {
          height = found;
          changed = true;
        }
      }
    }
  }
}

std::uint32_t CycleHeights::of_rule(std::uint32_t rule) {
  if (base_split(rule)) return 1;
  if (begin_ == end_) return height_of_empty(rule);
  const std::vector<std::uint32_t> parts = whole_parts(rule);
  return parts.empty() ? kInfinite : height_[grammar_.rhs(rule)[parts[0]]] + 1;
}

std::uint32_t CycleHeights::height_of_empty(std::uint32_t rule) {
  std::uint32_t tallest = 0;
  for (const LoweredId part : grammar_.rhs(rule)) {
    if (!in_cycle(part)) continue;
    if (height_[part] == kInfinite) return kInfinite;
    tallest = std::max(tallest, height_[part]);
  }
  return tallest + 1;
}

std::optional<std::vector<std::uint32_t>> CycleHeights::base_split(std::uint32_t rule) {
  const auto parts = grammar_.rhs(rule);
  std::vector<std::uint32_t> split;
  std::uint32_t from = begin_;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::uint32_t dotted = grammar_.rules[rule].first_dot + static_cast<std::uint32_t>(k);
    if (from > begin_ || !in_cycle(parts[k])) {
      from = forest_.longest_next_end(dotted, from, end_);
    } else {
      const auto ends = forest_.next_ends(dotted, from, end_);
      const std::size_t longest = ends[0] == end_ ? 1 : 0;
      if (longest == ends.size()) return std::nullopt;
      from = ends[longest];
    }
    split.push_back(from);
  }
  return split;
}

std::vector<std::uint32_t> CycleHeights::whole_parts(std::uint32_t rule) {
  const auto parts = grammar_.rhs(rule);
  std::vector<std::uint32_t> whole;
  for (std::uint32_t k = 0; k < parts.size(); ++k) {
    if (!in_cycle(parts[k]) || height_[parts[k]] == kInfinite) continue;
    bool alone = true;
    for (std::uint32_t other = 0; other < parts.size(); ++other) {
      const std::uint32_t at = other < k ? begin_ : end_;
      alone = alone && (other == k || forest_.derives(parts[other], at, at));
    }
    if (alone) whole.push_back(k);
  }
  std::stable_sort(whole.begin(), whole.end(), [&](std::uint32_t a, std::uint32_t b) {
    return height_[parts[a]] < height_[parts[b]];
  });
  return whole;
}

std::vector<std::uint32_t> CycleHeights::whole_split(std::uint32_t rule, std::uint32_t part) const {
  std::vector<std::uint32_t> ends(grammar_.rules[rule].size, end_);
  std::fill(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(part), begin_);
  return ends;
}

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

std::uint32_t EmptyDerivations::rule(LoweredId symbol) {
  const auto known = rules_.find(symbol);
  if (known != rules_.end()) return known->second;
  const Chart chart(grammar_, {}, symbol, nullptr, std::size_t{1} << 30);
  Forest forest{Completions(chart)};
  const std::uint32_t rule = Chooser(forest).choose(whole_input(forest.completions())).rule;
  rules_.emplace(symbol, rule);
  return rule;
}

}  // namespace grabr
