#include "parse/chart.h"

#include <algorithm>

namespace grabr {

/// Fills the sets one after the other; set t + 1 is begun by the scans of set t.
class Chart::Builder {
 public:
  Builder(Chart& chart, std::span<const LoweredId> tokens, const FirstSets* first,
          const NextToken& next, std::size_t max_memory)
      : chart_(chart),
        grammar_(*chart.grammar_),
        tokens_(tokens),
        next_(next),
        first_(first),
        max_items_(max_memory / sizeof(Item)),
        predicted_in_(grammar_.symbols.size(), kNever) {}

  void run() {
    begin_set();
    add_alternatives(chart_.start_, 0);
    for (;;) {
      process_set();
      index_waiting();
      if (chart_.out_of_memory_) break;
      const std::uint32_t index = current();
      const std::optional<LoweredId> token = token_at(index);
      if (!token) break;
      begin_set();
      scan(index, *token);
      if (items().size() == chart_.set_begin_.back()) {
        chart_.set_begin_.pop_back();
        chart_.set_begin_.push_back(items().size());
        return;
      }
    }
    chart_.set_begin_.push_back(items().size());
    chart_.accepted_ = !chart_.out_of_memory_ && complete();
  }

 private:
  static constexpr std::uint32_t kNever = ~std::uint32_t{0};

  std::vector<Item>& items() { return chart_.items_; }
  /// The set under way. Its begin is known, its end is the end of all items.
  std::uint32_t current() const { return static_cast<std::uint32_t>(chart_.set_begin_.size() - 1); }

  std::optional<LoweredId> token_at(std::uint32_t index) const {
    if (next_) return next_({chart_.items_.begin() + static_cast<std::ptrdiff_t>(chart_.set_begin_.back()),
                             chart_.items_.end()});
    if (index == tokens_.size()) return std::nullopt;
    return tokens_[index];
  }

  void begin_set() {
    chart_.set_begin_.push_back(items().size());
    std::fill(seen_.begin(), seen_.end(), kNoSlot);
    if (seen_.size() > 4096) seen_.resize(1024, kNoSlot);
  }

  void process_set() {
    const std::uint32_t index = current();
    for (std::uint64_t i = chart_.set_begin_.back(); i < items().size(); ++i) {
      if (items().size() + waiting_.size() > max_items_) {
        chart_.out_of_memory_ = true;
        return;
      }
      const Item item = items()[i];
      const LoweredId next = grammar_.after_dot[item.dotted];
      if (next == Lowered::kEnd) {
        complete_item(item, index);
      } else if (!grammar_.terminal(next)) {
        predict(next, index);
        if (grammar_.symbols[next].nullable) add({item.dotted + 1, item.origin});
      }
    }
  }

  void predict(LoweredId symbol, std::uint32_t index) {
    if (predicted_in_[symbol] == index) return;
    predicted_in_[symbol] = index;
    add_alternatives(symbol, index);
  }

  void add_alternatives(LoweredId symbol, std::uint32_t index) {
    const LoweredSymbol& lhs = grammar_.symbols[symbol];
    for (std::uint32_t r = lhs.first_rule; r < lhs.first_rule + lhs.rule_count; ++r) {
      if (first_ != nullptr && !may_begin_here(r, index)) continue;
      add({grammar_.rules[r].first_dot, index});
    }
  }

  bool may_begin_here(std::uint32_t rule, std::uint32_t index) const {
    const LoweredId next = index < tokens_.size() ? tokens_[index] : chart_.start_;
    return first_->may_begin(rule, next);
  }

  /// Steps over the completed symbol in every item that waits for it where it began.
  void complete_item(const Item& done, std::uint32_t index) {
    const LoweredId symbol = grammar_.rules[grammar_.rule_at[done.dotted]].lhs;
    if (done.origin == index) {
      complete_empty(symbol);
      return;
    }
    const auto begin = waiting_.begin() + static_cast<std::ptrdiff_t>(waiting_begin_[done.origin]);
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(waiting_begin_[done.origin + 1]);
    const auto first = std::partition_point(
        begin, end, [&](const Item& item) { return grammar_.after_dot[item.dotted] < symbol; });
    for (auto at = first; at != end && grammar_.after_dot[at->dotted] == symbol; ++at) {
      add({at->dotted + 1, at->origin});
    }
  }

  void complete_empty(LoweredId symbol) {
    const std::uint64_t end = items().size();
    for (std::uint64_t i = chart_.set_begin_.back(); i < end; ++i) {
      const Item item = items()[i];
      if (grammar_.after_dot[item.dotted] == symbol) add({item.dotted + 1, item.origin});
    }
  }

  /// A set may hold an item for every set before it, each of which is completed in many later sets:
  /// they must find who waits for them without a look at all others.
  void index_waiting() {
    const auto begin = static_cast<std::ptrdiff_t>(waiting_.size());
    for (std::uint64_t i = chart_.set_begin_.back(); i < items().size(); ++i) {
      const LoweredId next = grammar_.after_dot[items()[i].dotted];
      if (next != Lowered::kEnd && !grammar_.terminal(next)) waiting_.push_back(items()[i]);
    }
    std::stable_sort(waiting_.begin() + begin, waiting_.end(), [&](const Item& a, const Item& b) {
      return grammar_.after_dot[a.dotted] < grammar_.after_dot[b.dotted];
    });
    waiting_begin_.push_back(waiting_.size());
  }

  void scan(std::uint32_t from, LoweredId token) {
    const std::uint64_t end = items().size();
    for (std::uint64_t i = chart_.set_begin_[from]; i < end; ++i) {
      const Item item = items()[i];
      if (grammar_.after_dot[item.dotted] == token) add({item.dotted + 1, item.origin});
    }
  }

  /// Adds the item to the current set unless it stands there already (open addressing).
  void add(const Item& item) {
    const std::uint64_t begin = chart_.set_begin_.back();
    if (2 * (items().size() - begin + 1) > seen_.size()) grow_seen();
    std::uint32_t& slot = find_slot(item);
    if (slot != kNoSlot) return;
    slot = static_cast<std::uint32_t>(items().size() - begin);
    items().push_back(item);
  }

  std::uint32_t& find_slot(const Item& item) {
    const std::uint64_t key = (std::uint64_t{item.origin} << 32 | item.dotted) * 0x9e3779b97f4a7c15u;
    const std::size_t mask = seen_.size() - 1;
    const std::uint64_t begin = chart_.set_begin_.back();
    for (std::size_t at = key >> 40;; ++at) {
      std::uint32_t& slot = seen_[at & mask];
      if (slot == kNoSlot || items()[begin + slot] == item) return slot;
    }
  }

  void grow_seen() {
    seen_.assign(std::max<std::size_t>(256, 2 * seen_.size()), kNoSlot);
    const std::uint64_t begin = chart_.set_begin_.back();
    for (std::uint64_t i = begin; i < items().size(); ++i) {
      find_slot(items()[i]) = static_cast<std::uint32_t>(i - begin);
    }
  }

  bool complete() const {
    const auto last = chart_.set(chart_.set_count() - 1);
    return std::any_of(last.begin(), last.end(), [&](const Item& item) {
      return item.origin == 0 && grammar_.after_dot[item.dotted] == Lowered::kEnd &&
             grammar_.rules[grammar_.rule_at[item.dotted]].lhs == chart_.start_;
    });
  }

  static constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

  Chart& chart_;
  const Lowered& grammar_;
  std::span<const LoweredId> tokens_;
  const NextToken& next_;
  const FirstSets* first_;
  std::uint64_t max_items_;
  std::vector<Item> waiting_;                // items before a nonterminal, by set, then by nonterminal
  std::vector<std::uint64_t> waiting_begin_{0};  // and, last, the end of the last set's
  std::vector<std::uint32_t> predicted_in_;  // by symbol: the last set that predicted it
  std::vector<std::uint32_t> seen_;          // hash table over the items of the current set
};

Chart::Chart(const Lowered& grammar, std::span<const LoweredId> tokens, LoweredId start,
             const FirstSets* first, std::size_t max_memory)
    : grammar_(&grammar), start_(start) {
  Builder(*this, tokens, first, nullptr, max_memory).run();
}

Chart::Chart(const Lowered& grammar, const NextToken& next, LoweredId start, std::size_t max_memory)
    : grammar_(&grammar), start_(start) {
  Builder(*this, {}, nullptr, next, max_memory).run();
}

FirstSets::FirstSets(const Lowered& grammar)
    : words_((grammar.symbols.size() + 63) / 64),
      bits_(grammar.rules.size() * words_),
      nullable_(grammar.rules.size()) {
  std::vector<std::uint64_t> of_symbol(grammar.symbols.size() * words_);
  for (LoweredId s = 0; s < grammar.symbols.size(); ++s) {
    if (grammar.terminal(s)) of_symbol[s * words_ + s / 64] |= std::uint64_t{1} << (s % 64);
  }
  const auto merge = [&](std::uint64_t* to, const std::uint64_t* from) {
    bool changed = false;
    for (std::size_t w = 0; w < words_; ++w) {
      changed |= (from[w] & ~to[w]) != 0;
      to[w] |= from[w];
    }
    return changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t r = 0; r < grammar.rules.size(); ++r) {
      std::uint64_t* first = bits_.data() + r * words_;
      nullable_[r] = true;
      for (const LoweredId symbol : grammar.rhs(r)) {
        merge(first, of_symbol.data() + symbol * words_);
        if (grammar.symbols[symbol].nullable) continue;
        nullable_[r] = false;
        break;
      }
      changed |= merge(of_symbol.data() + grammar.rules[r].lhs * words_, first);
    }
  }
}

}  // namespace grabr
