// Builds the sets of a chart in order: the items that have just read token t are the kernel of set
// t, and everything else in it follows from the kernel and the next token. Going back cuts a set
// down to its kernel, from which it is rebuilt for another token. Tested by
// tests/parse/chart_test.cc and, against brute force, brute_force_test.cc.
#include "parse/earley/chart.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace grabr {
namespace {

constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};
constexpr std::uint64_t kMaxChartItems = 0xffff'0000;  // limit of numbered items

}  // namespace

Chart::Chart(const LoweredGrammar& grammar, LoweredId start, const TerminalSets* ahead,
             std::size_t max_memory, Keep keep)
    : grammar_(grammar),
      start_(start),
      ahead_(ahead),
      max_items_(std::min<std::uint64_t>(max_memory / sizeof(Item), kMaxChartItems)),
      keep_(keep),
      predicted_in_(grammar.symbols.size()) {
  set_begin_.push_back(0);
  waiting_begin_.push_back(0);
  see_again();
}

bool Chart::push(LoweredId token) {
  process(token);
  if (out_of_memory_) return false;
  const std::uint32_t end = item_count();
  for (std::uint32_t i = set_begin_.back(); i < end; ++i) {
    const Item item = items_[i];
    if (grammar_.after_dot[item.dotted] == token) append({item.dotted + 1, item.origin});
  }
  if (item_count() == end) return false;
  set_begin_.push_back(end);
  if (keep_ == Keep::kWaiting) {
    std::copy(items_.begin() + end, items_.end(), items_.begin() + kernel_end_);
    items_.resize(item_count() - (end - kernel_end_));
    set_begin_.back() = kernel_end_;
  }
  kernel_end_ = item_count();
  processed_ = false;
  see_again();
  return true;
}

void Chart::pop_to(std::uint32_t count) {
  if (count == size()) return;
  kernel_end_ = set_begin_[count + 1];
  set_begin_.resize(count + 1);
  back_to_kernel();
}

bool Chart::complete() {
  process(start_);
  if (out_of_memory_) return false;
  return std::any_of(items_.begin() + set_begin_.back(), items_.end(), [&](const Item& item) {
    return item.origin == 0 && grammar_.after_dot[item.dotted] == LoweredGrammar::kEnd &&
           grammar_.rules[grammar_.rule_at[item.dotted]].lhs == start_;
  });
}

const Chart& Chart::finish() {
  if (!processed_) process(start_);
  return *this;
}

void Chart::back_to_kernel() {
  items_.resize(kernel_end_);
  if (keep_ == Keep::kAll) last_way_.resize(kernel_end_);
  waiting_begin_.resize(size() + 1);
  waiting_.resize(waiting_begin_.back());
  out_of_memory_ = false;
  processed_ = false;
  see_again();
}

/// Completes the last set from its kernel, with `look_ahead` as the next token. At the end of the
/// input, `look_ahead` is the start symbol, which no symbol begins with.
void Chart::process(LoweredId look_ahead) {
  if (processed_ && (ahead_ == nullptr || look_ahead == look_ahead_)) return;
  if (processed_) back_to_kernel();
  processed_ = true;
  look_ahead_ = look_ahead;
  place_ahead_ = kNone;
  if (ahead_ != nullptr && ahead_->mentions(look_ahead)) place_ahead_ = ahead_->place(look_ahead);
  ++round_;
  if (size() == 0) add_alternatives(start_);
  for (std::uint32_t i = set_begin_.back(); i < item_count(); ++i) {
    if (items_.size() + waiting_.size() + ways_.size() > max_items_) {
      out_of_memory_ = true;
      break;
    }
    const Item item = items_[i];
    const LoweredId next = grammar_.after_dot[item.dotted];
    if (next == LoweredGrammar::kEnd) {
      complete_item(item);
    } else if (!grammar_.terminal(next)) {
      if (std::exchange(predicted_in_[next], round_) != round_) add_alternatives(next);
      if (grammar_.symbols[next].nullable) add({item.dotted + 1, item.origin}, size());
    }
  }
  index_waiting();
}

void Chart::add_alternatives(LoweredId symbol) {
  const LoweredSymbol& lhs = grammar_.symbols[symbol];
  for (std::uint32_t r = lhs.first_rule; r < lhs.first_rule + lhs.rule_count; ++r) {
    if (ahead_ == nullptr || may_begin(r)) add({grammar_.rules[r].first_dot, size()}, kNone);
  }
}

/// May the rule begin with the look-ahead, or be empty?
bool Chart::may_begin(std::uint32_t rule) const {
  for (const LoweredId symbol : grammar_.rhs(rule)) {
    if (place_ahead_ != kNone && contains(ahead_->first(symbol), place_ahead_)) return true;
    if (!grammar_.symbols[symbol].nullable) return false;
  }
  return true;
}

/// Advances every item that waited for the completed symbol where the symbol began.
void Chart::complete_item(const Item& done) {
  const LoweredId symbol = grammar_.rules[grammar_.rule_at[done.dotted]].lhs;
  if (done.origin == size()) {
    complete_empty(symbol);
    return;
  }
  const auto waiting = this->waiting(done.origin);
  const auto first = std::partition_point(waiting.begin(), waiting.end(), [&](const Item& item) {
    return grammar_.after_dot[item.dotted] < symbol;
  });
  for (auto at = first; at != waiting.end() && grammar_.after_dot[at->dotted] == symbol; ++at) {
    add({at->dotted + 1, at->origin}, done.origin);
  }
}

void Chart::complete_empty(LoweredId symbol) {
  const std::uint32_t end = item_count();
  for (std::uint32_t i = set_begin_.back(); i < end; ++i) {
    const Item item = items_[i];
    if (grammar_.after_dot[item.dotted] == symbol) add({item.dotted + 1, item.origin}, size());
  }
}

/// A set may have an item for every earlier set, each completed in many later sets. The index finds
/// waiting items without scanning the whole set.
void Chart::index_waiting() {
  const std::size_t begin = waiting_.size();
  for (std::uint32_t i = set_begin_.back(); i < item_count(); ++i) {
    const LoweredId next = grammar_.after_dot[items_[i].dotted];
    if (next != LoweredGrammar::kEnd && !grammar_.terminal(next)) waiting_.push_back(items_[i]);
  }
  std::stable_sort(waiting_.begin() + begin, waiting_.end(), [&](const Item& a, const Item& b) {
    return grammar_.after_dot[a.dotted] < grammar_.after_dot[b.dotted];
  });
  waiting_begin_.push_back(static_cast<std::uint32_t>(waiting_.size()));
}

/// Adds the item to the last set unless it is there (open addressing), and the way to it: where the
/// part before its dot begins, kNone for the beginning of a rule.
void Chart::add(const Item& item, std::uint32_t begin_of_part) {
  if (2 * (item_count() - set_begin_.back() + 1) > seen_.size()) see_again();
  std::uint32_t& slot = find_slot(item);
  if (slot == kNoSlot) {
    slot = item_count() - set_begin_.back();
    append(item);
  }
  if (keep_ == Keep::kWaiting || begin_of_part == kNone) return;
  std::uint32_t& last = last_way_[set_begin_.back() + slot];
  ways_.push_back({begin_of_part, last});
  last = static_cast<std::uint32_t>(ways_.size() - 1);
}

void Chart::append(const Item& item) {
  items_.push_back(item);
  if (keep_ == Keep::kAll) last_way_.push_back(kNone);
}

std::uint32_t& Chart::find_slot(const Item& item) {
  const std::uint64_t key = (std::uint64_t{item.origin} << 32 | item.dotted) * 0x9e3779b97f4a7c15u;
  const std::size_t mask = seen_.size() - 1;
  for (std::size_t at = key >> 40;; ++at) {
    std::uint32_t& slot = seen_[at & mask];
    if (slot == kNoSlot || items_[set_begin_.back() + slot] == item) return slot;
  }
}

/// Makes the hash table anew, from the items of the last set and with room for as many more.
void Chart::see_again() {
  const std::uint32_t count = item_count() - set_begin_.back();
  seen_.assign(std::bit_ceil(std::max<std::size_t>(256, 4 * std::size_t{count})), kNoSlot);
  for (std::uint32_t i = 0; i < count; ++i) find_slot(items_[set_begin_.back() + i]) = i;
}

}  // namespace grabr
