// Builds the sets of a chart in order: scanning set t gives the kernel of set t + 1, and everything
// else in it follows from the kernel and the next token. Backing up cuts a set down to its kernel,
// from which it is rebuilt for another token. Tested by tests/parse/chart_test.cc and
// repair_test.cc.
#include "parse/earley/chart_builder.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};
constexpr std::uint64_t kMaxItems = 0xffff'0000;  // limit of numbered items

}  // namespace

ChartBuilder::ChartBuilder(const LoweredGrammar& grammar, LoweredId start, const FirstSets* first,
                           std::size_t max_memory, Keep keep)
    : grammar_(grammar),
      chart_(grammar, start),
      first_(first),
      max_items_(std::min<std::uint64_t>(max_memory / sizeof(Item), kMaxItems)),
      predicted_in_(grammar.symbols.size()) {
  chart_.waiting_only_ = keep == Keep::kWaiting;
  chart_.set_begin_.push_back(0);
  chart_.waiting_begin_.push_back(0);
  kernel_end_.push_back(0);
  not_kept_.push_back(0);
}

bool ChartBuilder::push(LoweredId token) {
  unseal();
  process(token);
  if (chart_.out_of_memory_) return false;
  const std::uint32_t begin = item_count();
  scan(token);
  if (item_count() == begin) return false;
  leave_out_before(begin);
  kernel_end_.push_back(item_count());
  processed_ = false;
  return true;
}

/// Before the last set begins, drops items of the set before it, except those needed to rebuild it.
void ChartBuilder::leave_out_before(std::uint32_t begin) {
  std::uint32_t gone = 0;
  if (chart_.waiting_only_) {
    const std::uint32_t end = kernel_end_.back();
    gone = begin - end;
    std::copy(items().begin() + begin, items().end(), items().begin() + end);
    items().resize(item_count() - gone);
    chart_.set_begin_.back() = end;
  }
  not_kept_.push_back(not_kept_.back() + gone);
}

void ChartBuilder::pop_to(std::uint32_t count) {
  unseal();
  if (count == size()) return;
  kernel_end_.resize(count + 1);
  not_kept_.resize(count + 1);
  chart_.set_begin_.resize(count + 1);
  back_to_kernel();
}

bool ChartBuilder::complete() {
  unseal();
  process(chart_.start_);
  if (chart_.out_of_memory_) return false;
  return std::any_of(items().begin() + last_begin(), items().end(), [&](const Item& item) {
    return item.origin == 0 && grammar_.after_dot[item.dotted] == LoweredGrammar::kEnd &&
           grammar_.rules[grammar_.rule_at[item.dotted]].lhs == chart_.start_;
  });
}

const Chart& ChartBuilder::chart() {
  if (!sealed_) {
    if (!processed_) process(chart_.start_);
    chart_.set_begin_.push_back(item_count());
    sealed_ = true;
  }
  return chart_;
}

Chart ChartBuilder::take() {
  chart();
  if (!chart_.waiting_only_) chart_.waiting_ = {};
  return std::move(chart_);
}

void ChartBuilder::unseal() {
  if (sealed_) chart_.set_begin_.pop_back();
  sealed_ = false;
}

void ChartBuilder::back_to_kernel() {
  items().resize(kernel_end_.back());
  chart_.waiting_begin_.resize(last() + 1);
  chart_.waiting_.resize(chart_.waiting_begin_.back());
  chart_.out_of_memory_ = false;
  processed_ = false;
  see_again();
}

/// Completes the last set from its kernel, with `look_ahead` as the next token. At the end of the
/// input, `look_ahead` is the start symbol, which no symbol begins with.
void ChartBuilder::process(LoweredId look_ahead) {
  if (processed_ && look_ahead == look_ahead_) return;
  if (processed_) back_to_kernel();
  processed_ = true;
  look_ahead_ = look_ahead;
  ++round_;
  if (last() == 0) add_alternatives(chart_.start_);
  for (std::uint32_t i = last_begin(); i < item_count(); ++i) {
    if (items().size() + not_kept_.back() + chart_.waiting_.size() > max_items_) {
      chart_.out_of_memory_ = true;
      break;
    }
    const Item item = items()[i];
    const LoweredId next = grammar_.after_dot[item.dotted];
    if (next == LoweredGrammar::kEnd) {
      complete_item(item);
    } else if (!grammar_.terminal(next)) {
      predict(next);
      if (grammar_.symbols[next].nullable) add({item.dotted + 1, item.origin});
    }
  }
  index_waiting();
}

void ChartBuilder::predict(LoweredId symbol) {
  if (predicted_in_[symbol] == round_) return;
  predicted_in_[symbol] = round_;
  add_alternatives(symbol);
}

void ChartBuilder::add_alternatives(LoweredId symbol) {
  const LoweredSymbol& lhs = grammar_.symbols[symbol];
  for (std::uint32_t r = lhs.first_rule; r < lhs.first_rule + lhs.rule_count; ++r) {
    if (first_ != nullptr && !first_->may_begin(r, look_ahead_)) continue;
    add({grammar_.rules[r].first_dot, last()});
  }
}

/// Advances every item that waited for the completed symbol where the symbol began.
void ChartBuilder::complete_item(const Item& done) {
  const LoweredId symbol = grammar_.rules[grammar_.rule_at[done.dotted]].lhs;
  if (done.origin == last()) {
    complete_empty(symbol);
    return;
  }
  const auto waiting = chart_.waiting(done.origin);
  const auto first = std::partition_point(waiting.begin(), waiting.end(), [&](const Item& item) {
    return grammar_.after_dot[item.dotted] < symbol;
  });
  for (auto at = first; at != waiting.end() && grammar_.after_dot[at->dotted] == symbol; ++at) {
    add({at->dotted + 1, at->origin});
  }
}

void ChartBuilder::complete_empty(LoweredId symbol) {
  const std::uint32_t end = item_count();
  for (std::uint32_t i = last_begin(); i < end; ++i) {
    const Item item = items()[i];
    if (grammar_.after_dot[item.dotted] == symbol) add({item.dotted + 1, item.origin});
  }
}

/// A set may have an item for every earlier set, each completed in many later sets. The index finds
/// waiting items without scanning the whole set.
void ChartBuilder::index_waiting() {
  LargeArray<Item>& waiting = chart_.waiting_;
  const std::size_t begin = waiting.size();
  for (std::uint32_t i = last_begin(); i < item_count(); ++i) {
    const LoweredId next = grammar_.after_dot[items()[i].dotted];
    if (next != LoweredGrammar::kEnd && !grammar_.terminal(next)) waiting.push_back(items()[i]);
  }
  std::stable_sort(waiting.begin() + begin, waiting.end(), [&](const Item& a, const Item& b) {
    return grammar_.after_dot[a.dotted] < grammar_.after_dot[b.dotted];
  });
  chart_.waiting_begin_.push_back(static_cast<std::uint32_t>(waiting.size()));
}

/// Starts the next set, unless it would be empty.
void ChartBuilder::scan(LoweredId token) {
  const std::uint32_t begin = last_begin();
  const std::uint32_t end = item_count();
  clear_seen();
  chart_.set_begin_.push_back(end);
  for (std::uint32_t i = begin; i < end; ++i) {
    const Item item = items()[i];
    if (grammar_.after_dot[item.dotted] == token) add({item.dotted + 1, item.origin});
  }
  if (item_count() == end) chart_.set_begin_.pop_back();
}

/// Adds the item to the last set unless it is there (open addressing).
void ChartBuilder::add(const Item& item) {
  if (2 * (item_count() - last_begin() + 1) > seen_.size()) {
    seen_.resize(std::max<std::size_t>(256, 2 * seen_.size()));
    see_again();
  }
  std::uint32_t& slot = find_slot(item);
  if (slot != kNoSlot) return;
  slot = item_count() - last_begin();
  items().push_back(item);
}

std::uint32_t& ChartBuilder::find_slot(const Item& item) {
  const std::uint64_t key = (std::uint64_t{item.origin} << 32 | item.dotted) * 0x9e3779b97f4a7c15u;
  const std::size_t mask = seen_.size() - 1;
  for (std::size_t at = key >> 40;; ++at) {
    std::uint32_t& slot = seen_[at & mask];
    if (slot == kNoSlot || items()[last_begin() + slot] == item) return slot;
  }
}

void ChartBuilder::clear_seen() {
  if (seen_.size() > 4096) seen_.resize(1024);
  std::fill(seen_.begin(), seen_.end(), kNoSlot);
}

/// Rebuilds the hash table of the last set's items.
void ChartBuilder::see_again() {
  const std::uint32_t count = item_count() - last_begin();
  while (seen_.size() < 2 * (count + 1)) seen_.resize(std::max<std::size_t>(256, 2 * seen_.size()));
  std::fill(seen_.begin(), seen_.end(), kNoSlot);
  for (std::uint32_t i = 0; i < count; ++i) find_slot(items()[last_begin() + i]) = i;
}

Chart::Chart(const LoweredGrammar& grammar, std::span<const LoweredId> tokens, LoweredId start,
             const FirstSets* first, std::size_t max_memory)
    : Chart(grammar, start) {
  ChartBuilder builder(grammar, start, first, max_memory);
  bool read = true;
  for (std::size_t i = 0; read && i < tokens.size(); ++i) read = builder.push(tokens[i]);
  const bool accepted = read && builder.complete();
  *this = builder.take();
  accepted_ = accepted;
}

Chart::Chart(const LoweredGrammar& grammar, const NextToken& next, LoweredId start,
             std::size_t max_memory)
    : Chart(grammar, start) {
  ChartBuilder builder(grammar, start, nullptr, max_memory);
  bool read = true;
  while (read) {
    const Chart& so_far = builder.chart();
    const std::optional<LoweredId> token = next(so_far.set(so_far.set_count() - 1));
    if (!token) break;
    read = builder.push(*token);
  }
  const bool accepted = read && builder.complete();
  *this = builder.take();
  accepted_ = accepted;
}

}  // namespace grabr
