#include "parse/completions.h"

#include <algorithm>
#include <tuple>

namespace grabr {
namespace {

bool by_end(const Completed& a, const Completed& b) { return a.end < b.end; }

}  // namespace

Completions::Completions(const Lowered& grammar, LoweredId start, std::uint32_t length)
    : grammar_(&grammar), start_(start), length_(length) {
  by_end_.first.reserve(std::size_t{length} + 2);
}

Completions::Completions(const Chart& chart)
    : Completions(chart.grammar(), chart.start(), chart.set_count() - 1) {
  const Lowered& grammar = chart.grammar();
  std::vector<Completed> done;
  for (std::uint32_t end = 0; end <= length_; ++end) {
    done.clear();
    for (const Item& item : chart.set(end)) {
      if (grammar.after_dot[item.dotted] != Lowered::kEnd) continue;
      const std::uint32_t rule = grammar.rule_at[item.dotted];
      done.push_back({grammar.rules[rule].lhs, rule, item.origin, end});
    }
    if (end > 0) {  // a set begins with an item that has just read the token before it
      const LoweredId read = grammar.after_dot[chart.set(end).front().dotted - 1];
      done.push_back({read, Completed::kNoRule, end - 1, end});
    }
    add_end(done);
  }
  close();
}

Completions::Completions(const Lowered& grammar, LoweredId start, std::uint32_t length,
                         std::vector<Completed> log)
    : Completions(grammar, start, length) {
  if (!std::is_sorted(log.begin(), log.end(), by_end)) std::sort(log.begin(), log.end(), by_end);
  std::vector<Completed> done;
  auto at = log.begin();
  for (std::uint32_t end = 0; end <= length_; ++end) {
    done.clear();
    for (; at != log.end() && at->end == end; ++at) done.push_back(*at);
    add_end(done);
  }
  close();
}

/// Takes the entries of the next end.
void Completions::add_end(std::vector<Completed>& done) {
  const auto rank = [](const Completed& entry) {
    return std::tuple(entry.symbol, entry.begin, entry.rule);
  };
  std::sort(done.begin(), done.end(),
            [&](const Completed& a, const Completed& b) { return rank(a) < rank(b); });
  by_end_.first.push_back(static_cast<std::uint32_t>(by_end_.symbols.size()));
  const Completed* last = nullptr;
  for (const Completed& entry : done) {
    const bool same_pair = last != nullptr && last->symbol == entry.symbol && last->begin == entry.begin;
    if (!same_pair) {
      by_end_.symbols.push_back(entry.symbol);
      by_end_.others.push_back(entry.begin);
      first_rule_.push_back(static_cast<std::uint32_t>(rules_.size()));
    }
    const bool again = same_pair && last->rule == entry.rule;
    if (entry.rule != Completed::kNoRule && !again) rules_.push_back(entry.rule);
    last = &entry;
  }
}

/// Makes the index by beginnings from the one by ends.
void Completions::close() {
  const std::size_t pairs = by_end_.symbols.size();
  by_end_.first.push_back(static_cast<std::uint32_t>(pairs));
  first_rule_.push_back(static_cast<std::uint32_t>(rules_.size()));

  std::vector<std::uint32_t>& first = by_begin_.first;
  first.assign(std::size_t{length_} + 2, 0);
  for (const std::uint32_t begin : by_end_.others) ++first[begin + 1];
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<std::uint64_t> sorted(pairs);  // symbol and end in one word
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t end = 0; end <= length_; ++end) {
    for (std::uint32_t i = by_end_.first[end]; i < by_end_.first[end + 1]; ++i) {
      sorted[next[by_end_.others[i]]++] = std::uint64_t{by_end_.symbols[i]} << 32 | end;
    }
  }
  for (std::uint32_t begin = 0; begin <= length_; ++begin) {
    std::sort(sorted.begin() + first[begin], sorted.begin() + first[begin + 1]);
  }
  by_begin_.symbols.reserve(pairs);
  by_begin_.others.reserve(pairs);
  for (const std::uint64_t pair : sorted) {
    by_begin_.symbols.push_back(static_cast<LoweredId>(pair >> 32));
    by_begin_.others.push_back(static_cast<std::uint32_t>(pair));
  }
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
