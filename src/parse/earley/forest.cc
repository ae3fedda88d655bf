#include "parse/earley/forest.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace grabr {
namespace {

bool contains(std::span<const std::uint32_t> sorted, std::uint32_t value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

}  // namespace

Forest::Forest(Completions completions) : completions_(std::move(completions)) {}

/// Calls visit(end) for each possible end, longest first, until it returns false.
template <typename Visit>
void Forest::visit_next_ends(std::uint32_t dotted, std::uint32_t from, std::uint32_t end,
                             Visit visit) {
  const LoweredGrammar& grammar = this->grammar();
  const LoweredId symbol = grammar.after_dot[dotted];
  if (grammar.after_dot[dotted + 1] == LoweredGrammar::kEnd) {
    visit(end);
    return;
  }
  auto ends = completions_.ends(symbol, from);
  ends = ends.first(
      static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), end) - ends.begin()));
  if (ends.size() == 1) {  // then the other parts fit, because they can be reached from here
    visit(ends[0]);
    return;
  }
  const auto starts = this->starts(dotted + 1, end);
  const auto [few, many] =
      ends.size() < starts.size() ? std::pair(ends, starts) : std::pair(starts, ends);
  for (std::size_t i = few.size(); i-- > 0;) {
    if (few[i] < from) break;
    if (contains(many, few[i]) && !visit(few[i])) break;
  }
}

std::vector<std::uint32_t> Forest::next_ends(std::uint32_t dotted, std::uint32_t from,
                                             std::uint32_t end) {
  std::vector<std::uint32_t> found;
  visit_next_ends(dotted, from, end, [&](std::uint32_t at) {
    found.push_back(at);
    return true;
  });
  return found;
}

std::uint32_t Forest::longest_next_end(std::uint32_t dotted, std::uint32_t from,
                                       std::uint32_t end) {
  std::optional<std::uint32_t> longest;
  visit_next_ends(dotted, from, end, [&](std::uint32_t at) {
    longest = at;
    return false;
  });
  assert(longest);
  return *longest;
}

std::vector<std::uint32_t> Forest::longest_split(std::uint32_t rule, std::uint32_t begin,
                                                 std::uint32_t end) {
  const LoweredRule& shape = grammar().rules[rule];
  std::vector<std::uint32_t> split;
  split.reserve(shape.size);
  std::uint32_t from = begin;
  for (std::uint32_t k = 0; k < shape.size; ++k) {
    from = longest_next_end(shape.first_dot + k, from, end);
    split.push_back(from);
  }
  return split;
}

std::span<const std::uint32_t> Forest::starts(std::uint32_t dotted, std::uint32_t end) {
  const LoweredGrammar& grammar = this->grammar();
  const LoweredRule& rule = grammar.rules[grammar.rule_at[dotted]];
  const std::uint32_t last = rule.first_dot + rule.size - 1;
  if (dotted == last) return completions_.begins(grammar.after_dot[last], end);
  const auto key = [&](std::uint32_t dot) { return std::uint64_t{dot} << 32 | end; };
  std::uint32_t known = dotted;
  while (known < last && !starts_.contains(key(known))) ++known;
  while (known > dotted) {
    const auto behind = known == last ? completions_.begins(grammar.after_dot[last], end)
                                      : std::span<const std::uint32_t>(starts_[key(known)]);
    --known;
    auto found = starts_before(grammar.after_dot[known], behind);
    memory_ += sizeof(std::uint32_t) * found.size() + 64;
    starts_.emplace(key(known), std::move(found));
  }
  return starts_[key(dotted)];
}

/// Positions where the symbol may begin if it ends at one of `ends`.
std::vector<std::uint32_t> Forest::starts_before(LoweredId symbol,
                                                 std::span<const std::uint32_t> ends) {
  seen_in_.resize(std::size_t{completions_.length()} + 1);
  ++round_;
  std::vector<std::uint32_t> found;
  for (const std::uint32_t end : ends) {
    for (const std::uint32_t begin : completions_.begins(symbol, end)) {
      if (std::exchange(seen_in_[begin], round_) != round_) found.push_back(begin);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

Splits::Splits(Forest& forest, std::uint32_t rule, std::uint32_t begin, std::uint32_t end)
    : forest_(forest),
      first_dot_(forest.grammar().rules[rule].first_dot),
      begin_(begin),
      end_(end),
      ends_(forest.grammar().rules[rule].size) {}

const std::vector<std::uint32_t>* Splits::next() {
  if (started_) {
    while (!choices_.empty() && choices_.back().size() == 1) choices_.pop_back();
    if (choices_.empty()) return nullptr;
    choices_.back().pop_back();
    ends_[choices_.size() - 1] = choices_.back().back();
  }
  started_ = true;
  fill();
  return &ends_;
}

/// Gives each part without an end its longest end.
void Splits::fill() {
  while (choices_.size() < ends_.size()) {
    const std::size_t k = choices_.size();
    const std::uint32_t from = k == 0 ? begin_ : ends_[k - 1];
    choices_.push_back(forest_.next_ends(first_dot_ + static_cast<std::uint32_t>(k), from, end_));
    std::reverse(choices_.back().begin(), choices_.back().end());
    ends_[k] = choices_.back().back();
  }
}

}  // namespace grabr
