#include "parse/earley/cycle_heights.h"

#include <algorithm>

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

}  // namespace grabr
