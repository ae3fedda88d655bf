// A path is found backwards, from an item with the dot behind the last part to the item with the
// dot one part earlier in each set where that part may begin. So every edge lies on a path, and a
// list takes time linear in its length, left- or right-recursive. Tested by
// tests/parse/forest_test.cc and everything that builds trees.
#include "parse/earley/forest.h"

#include <algorithm>
#include <numeric>

namespace grabr {

/// The item's number in the chart; kNone if it is not in the set.
std::uint32_t Forest::find(std::uint32_t set, const Item& item) {
  const std::span<const Item> items = chart_.set(set);
  const auto of = [&](std::uint32_t i) { return items[i]; };
  std::vector<std::uint32_t>& sorted = sorted_[set];
  if (sorted.empty()) {
    sorted.resize(items.size());
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::ranges::sort(sorted, {}, of);
  }
  const auto found = std::ranges::lower_bound(sorted, item, {}, of);
  return found != sorted.end() && items[*found] == item ? chart_.first_of(set) + *found : kNone;
}

std::vector<std::uint32_t> Forest::rules(LoweredId symbol, std::uint32_t begin, std::uint32_t end) {
  const LoweredSymbol& lhs = grammar().symbols[symbol];
  std::vector<std::uint32_t> rules;
  for (std::uint32_t r = lhs.first_rule; r < lhs.first_rule + lhs.rule_count; ++r) {
    if (find(end, {grammar().end_of(r), begin}) != kNone) rules.push_back(r);
  }
  return rules;
}

std::uint32_t Forest::first_completed(LoweredId symbol, std::uint32_t begin, std::uint32_t end) {
  std::uint32_t first = kNone;
  for (const std::uint32_t r : rules(symbol, begin, end)) {
    first = std::min(first, find(end, {grammar().end_of(r), begin}));
  }
  return first;
}

std::vector<std::uint32_t> Forest::begins(std::uint32_t dotted, std::uint32_t origin,
                                          std::uint32_t end) {
  if (grammar().terminal(grammar().after_dot[dotted - 1])) return {end - 1};
  std::vector<std::uint32_t> begins;
  chart_.for_each_begin(find(end, {dotted, origin}),
                        [&](std::uint32_t begin) { begins.push_back(begin); });
  std::ranges::sort(begins);
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  return begins;
}

Splits::Splits(Forest& forest, std::uint32_t rule, std::uint32_t begin, std::uint32_t end)
    : rule_(rule), begin_(begin), edges_(forest.grammar().rules[rule].size) {
  std::vector<std::uint32_t> ends{end};
  for (std::uint32_t part = size(); part-- > 0;) {
    const std::uint32_t behind = forest.grammar().rules[rule].first_dot + part + 1;
    for (auto to = ends.rbegin(); to != ends.rend(); ++to) {
      for (const std::uint32_t from : forest.begins(behind, begin, *to)) {
        edges_[part].push_back({from, *to});
      }
    }
    std::ranges::stable_sort(edges_[part], {}, &Edge::from);
    ends.clear();
    for (const Edge& edge : edges_[part]) {
      if (ends.empty() || ends.back() != edge.from) ends.push_back(edge.from);
    }
  }
}

std::vector<std::uint32_t> Splits::first() const {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t part = 0; part < size(); ++part) {
    ends.push_back(edges(part, part == 0 ? begin_ : ends.back()).front().to);
  }
  return ends;
}

}  // namespace grabr
