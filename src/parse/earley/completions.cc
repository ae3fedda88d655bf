#include "parse/earley/completions.h"

#include <algorithm>
#include <numeric>

namespace grabr {
namespace {

using Log = std::vector<Completed>;
using Field = std::uint32_t Completed::*;

/// The index of the first entry for each value, in a log sorted by the field.
std::vector<std::uint32_t> places(const Log& log, Field field, std::size_t values) {
  std::vector<std::uint32_t> first(values + 1);
  for (const Completed& entry : log) ++first[entry.*field + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

/// Sorts by one field; entries with equal values keep their order.
Log sorted_by(Field field, std::size_t values, const Log& log) {
  std::vector<std::uint32_t> next = places(log, field, values);
  Log sorted(log.size());
  for (const Completed& entry : log) sorted[next[entry.*field]++] = entry;
  return sorted;
}

bool same_pair(const Completed& a, const Completed& b) {
  return a.symbol == b.symbol && a.begin == b.begin && a.end == b.end;
}

/// Sorts the rules of each symbol and span and removes duplicates.
void order_rules(Log& log) {
  const auto by_rule = [](const Completed& a, const Completed& b) { return a.rule < b.rule; };
  const auto same = [](const Completed& a, const Completed& b) {
    return same_pair(a, b) && a.rule == b.rule;
  };
  for (auto at = log.begin(); at != log.end();) {
    const auto first = at;
    while (at != log.end() && same_pair(*first, *at)) ++at;
    if (at - first > 1) std::sort(first, at, by_rule);
  }
  log.erase(std::unique(log.begin(), log.end(), same), log.end());
}

Log log_of(const Chart& chart) {
  const LoweredGrammar& grammar = chart.grammar();
  const auto is_completed = [&](const Item& item) {
    return grammar.after_dot[item.dotted] == LoweredGrammar::kEnd;
  };
  std::size_t size = chart.set_count();
  for (std::uint32_t end = 0; end < chart.set_count(); ++end) {
    const auto items = chart.set(end);
    size += static_cast<std::size_t>(std::count_if(items.begin(), items.end(), is_completed));
  }
  Log log;
  log.reserve(size);
  for (std::uint32_t end = 0; end < chart.set_count(); ++end) {
    const auto items = chart.set(end);
    for (const Item& item : items) {
      if (!is_completed(item)) continue;
      const std::uint32_t rule = grammar.rule_at[item.dotted];
      log.push_back({grammar.rules[rule].lhs, rule, item.origin, end});
    }
    if (end == 0) continue;  // later sets begin with an item that has just read the token
    const LoweredId read = grammar.after_dot[items.front().dotted - 1];
    log.push_back({read, Completed::kNoRule, end - 1, end});
  }
  return log;
}

}  // namespace

Completions::Completions(const Chart& chart)
    : Completions(chart.grammar(), chart.start(), chart.set_count() - 1, log_of(chart)) {}

Completions::Completions(const LoweredGrammar& grammar, LoweredId start, std::uint32_t length,
                         Log log)
    : grammar_(&grammar), start_(start), length_(length) {
  const std::size_t positions = std::size_t{length} + 1;
  if (!std::is_sorted(log.begin(), log.end(),
                      [](const Completed& a, const Completed& b) { return a.end < b.end; })) {
    log = sorted_by(&Completed::end, positions, log);
  }
  log = sorted_by(&Completed::begin, positions, log);
  log = sorted_by(&Completed::symbol, grammar.symbols.size(), log);
  order_rules(log);  // now sorted by symbol, beginning, end and rule
  index_by_begin(log);
  index_by_end(sorted_by(&Completed::end, positions, log));
}

/// Pairs completed by several rules are entered once.
void Completions::index_by_begin(const Log& log) {
  const auto is_new = [&](std::size_t i) { return i == 0 || !same_pair(log[i - 1], log[i]); };
  std::vector<std::uint32_t>& first = by_begin_.first;
  first.resize(std::size_t{length_} + 2);
  for (std::size_t i = 0; i < log.size(); ++i) first[log[i].begin + 1] += is_new(i) ? 1 : 0;
  std::partial_sum(first.begin(), first.end(), first.begin());
  by_begin_.symbols.resize(first.back());
  by_begin_.others.resize(first.back());
  std::vector<std::uint32_t> next = first;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (!is_new(i)) continue;
    const std::uint32_t at = next[log[i].begin]++;
    by_begin_.symbols[at] = log[i].symbol;
    by_begin_.others[at] = log[i].end;
  }
}

/// Entered with all their rules.
void Completions::index_by_end(const Log& log) {
  const std::uint32_t pairs = by_begin_.first.back();
  by_end_.first.reserve(std::size_t{length_} + 2);
  by_end_.symbols.reserve(pairs);
  by_end_.others.reserve(pairs);
  first_rule_.reserve(std::size_t{pairs} + 1);
  rules_.reserve(log.size());
  const Completed* last = nullptr;
  for (const Completed& entry : log) {
    while (by_end_.first.size() <= entry.end) by_end_.first.push_back(pair_count());
    if (last == nullptr || !same_pair(*last, entry)) {
      by_end_.symbols.push_back(entry.symbol);
      by_end_.others.push_back(entry.begin);
      first_rule_.push_back(static_cast<std::uint32_t>(rules_.size()));
    }
    if (entry.rule != Completed::kNoRule) rules_.push_back(entry.rule);
    last = &entry;
  }
  by_end_.first.resize(std::size_t{length_} + 2, pair_count());
  first_rule_.push_back(static_cast<std::uint32_t>(rules_.size()));
}

std::pair<std::size_t, std::size_t> Completions::Index::range(LoweredId symbol,
                                                              std::uint32_t position) const {
  const auto [low, high] = std::equal_range(symbols.begin() + first[position],
                                            symbols.begin() + first[position + 1], symbol);
  return {low - symbols.begin(), high - symbols.begin()};
}

std::span<const std::uint32_t> Completions::begins(LoweredId symbol, std::uint32_t end) const {
  const auto [low, high] = by_end_.range(symbol, end);
  return {by_end_.others.data() + low, high - low};
}

std::span<const std::uint32_t> Completions::ends(LoweredId symbol, std::uint32_t begin) const {
  const auto [low, high] = by_begin_.range(symbol, begin);
  return {by_begin_.others.data() + low, high - low};
}

bool Completions::derives(LoweredId symbol, std::uint32_t begin, std::uint32_t end) const {
  const auto all = begins(symbol, end);
  return std::binary_search(all.begin(), all.end(), begin);
}

std::span<const std::uint32_t> Completions::rules(LoweredId symbol, std::uint32_t begin,
                                                  std::uint32_t end) const {
  const auto [low, high] = by_end_.range(symbol, end);
  const auto from = by_end_.others.begin() + static_cast<std::ptrdiff_t>(low);
  const auto to = by_end_.others.begin() + static_cast<std::ptrdiff_t>(high);
  const auto found = std::lower_bound(from, to, begin);
  if (found == to || *found != begin) return {};
  const auto pair = static_cast<std::size_t>(found - by_end_.others.begin());
  return {rules_.data() + first_rule_[pair], first_rule_[pair + 1] - first_rule_[pair]};
}

}  // namespace grabr
