#include "parse/forest.h"

#include <algorithm>

namespace grabr {

std::span<const Completed> Forest::completed(LoweredId symbol, std::uint32_t end) {
  auto& index = completed_[end];
  const auto by_symbol = [](const Completed& a, const Completed& b) { return a.symbol < b.symbol; };
  if (!index) {
    const Lowered& grammar = chart_.grammar();
    index.emplace();
    for (const Item& item : chart_.set(end)) {
      if (grammar.after_dot[item.dotted] != Lowered::kEnd) continue;
      const std::uint32_t rule = grammar.rule_at[item.dotted];
      index->push_back({grammar.rules[rule].lhs, item.origin, rule});
    }
    std::stable_sort(index->begin(), index->end(), by_symbol);
  }
  const auto [first, last] =
      std::equal_range(index->begin(), index->end(), Completed{symbol, 0, 0}, by_symbol);
  return {first, last};
}

bool Forest::derives(LoweredId symbol, std::uint32_t begin, std::uint32_t end) {
  const auto all = completed(symbol, end);
  return std::any_of(all.begin(), all.end(),
                     [&](const Completed& done) { return done.origin == begin; });
}

std::vector<std::uint32_t> Forest::rules(LoweredId symbol, std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint32_t> result;
  for (const Completed& done : completed(symbol, end)) {
    if (done.origin == begin) result.push_back(done.rule);
  }
  return result;
}

bool Forest::has_item(std::uint32_t set, std::uint32_t dotted, std::uint32_t origin) {
  auto& sorted = sorted_[set];
  if (sorted.empty()) {
    const auto items = chart_.set(set);
    sorted.assign(items.begin(), items.end());
    std::sort(sorted.begin(), sorted.end());
  }
  return std::binary_search(sorted.begin(), sorted.end(), Item{dotted, origin});
}

/// For each part the ends from which the rest can be completed, found from the right.
/// result[k] are ends of the first k parts; result[0] is {begin} when there is a split at all.
std::vector<std::vector<std::uint32_t>> Forest::possible_ends(std::uint32_t rule,
                                                              std::uint32_t begin,
                                                              std::uint32_t end,
                                                              const Allowed& allowed) {
  const Lowered& grammar = chart_.grammar();
  const auto parts = grammar.rhs(rule);
  std::vector<std::vector<std::uint32_t>> ends(parts.size() + 1);
  ends[parts.size()] = {end};
  for (std::size_t k = parts.size(); k-- > 0;) {
    const std::uint32_t before = grammar.rules[rule].first_dot + static_cast<std::uint32_t>(k);
    ++round_;
    const auto consider = [&](std::uint32_t from, std::uint32_t to) {
      if (seen_in_[from] == round_ || (allowed && !allowed(k, from, to))) return;
      seen_in_[from] = round_;
      if (has_item(from, before, begin)) ends[k].push_back(from);
    };
    for (const std::uint32_t to : ends[k + 1]) {
      if (grammar.terminal(parts[k])) {
        if (to > begin) consider(to - 1, to);
      } else {
        for (const Completed& done : completed(parts[k], to)) {
          if (done.origin >= begin) consider(done.origin, to);
        }
      }
    }
  }
  return ends;
}

std::optional<std::vector<std::uint32_t>> Forest::longest_split(std::uint32_t rule,
                                                                std::uint32_t begin,
                                                                std::uint32_t end,
                                                                const Allowed& allowed) {
  const auto ends = possible_ends(rule, begin, end, allowed);
  const auto parts = chart_.grammar().rhs(rule);
  if (parts.empty() ? begin != end : ends[0].empty()) return std::nullopt;
  std::vector<std::uint32_t> split;
  std::uint32_t from = begin;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::optional<std::uint32_t> longest;
    for (const std::uint32_t to : ends[k + 1]) {
      if (to < from || (longest && to <= *longest) || (allowed && !allowed(k, from, to))) continue;
      const bool fits = chart_.grammar().terminal(parts[k])
                            ? to == from + 1 && has_item(to, chart_.grammar().rules[rule].first_dot +
                                                                 static_cast<std::uint32_t>(k) + 1,
                                                         begin)
                            : derives(parts[k], from, to);
      if (fits) longest = to;
    }
    if (!longest) return std::nullopt;
    split.push_back(*longest);
    from = *longest;
  }
  return split;
}

}  // namespace grabr
