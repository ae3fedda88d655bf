// Earley's chart: set t holds the dotted rules that may be in progress after t tokens.
//
// The textbook algorithm (J. Earley, "An efficient context-free parsing algorithm", 1970), with the
// repair for empty rules of Aycock & Horspool ("Practical Earley parsing", 2002): predicting a
// symbol that may be empty also steps over it at once. An item is a dotted rule and the set it
// began in.
//
//   set 0 of  E → E '+' N | N   on "1+2":   E → • E '+' N  (0)   E → • N  (0)   N → • '1' (0) …
//
// Items are processed first in, first out, alternatives in grammar order, so a chart reads in the
// order of the book. A set holds each item once. For each item the chart keeps where the part
// before its dot may begin, one entry for each way; so it is also the forest of all derivations
// (parse/earley/forest.h), as in E. Scott, "SPPF-style parsing from Earley recognisers" (2008).
//
// The tokens read always form a viable prefix, i.e. the beginning of some sentence. A chart that
// need not become a tree keeps less, and can be cut back and continued with other tokens, as
// repairs of a text do (parse/repair/repair.h).
//
// Time is at worst cubic in the number of tokens and linear for most grammars of programming
// languages; memory is bounded by the caller.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "parse/lr/lowered.h"
#include "parse/lr/terminal_sets.h"
#include "text/memory.h"

namespace grabr {

struct Item {
  std::uint32_t dotted = 0;  ///< index into LoweredGrammar::after_dot
  std::uint32_t origin = 0;  ///< set where the rule began

  auto operator<=>(const Item&) const = default;
};

class Chart {
 public:
  enum class Keep : std::uint8_t {
    kAll,      ///< all items, and how they came about
    kWaiting,  ///< of earlier sets only the items that later sets need, about a third
  };

  /// With `ahead`, predictions that cannot begin with the next token are omitted: the completed
  /// items that matter are the same, but their order may differ. Grammar and `ahead` must outlive
  /// this. `max_memory`: bytes.
  Chart(const LoweredGrammar& grammar, LoweredId start, const TerminalSets* ahead,
        std::size_t max_memory, Keep keep);

  /// Reads one more token, a terminal of the grammar. Returns false, without reading it, if no
  /// sentence continues with it here or the memory limit is reached.
  bool push(LoweredId token);
  /// Removes all but the first `count` tokens. Only for Keep::kWaiting.
  void pop_to(std::uint32_t count);
  /// Are the tokens read a sentence?
  bool complete();
  /// Call before the last set is looked at: completes it as if the text ended here, unless a token
  /// was tried that did not fit.
  const Chart& finish();

  /// The number of tokens read, which is the number of the last set.
  std::uint32_t size() const { return static_cast<std::uint32_t>(set_begin_.size() - 1); }
  /// The items of a set. With Keep::kWaiting, for all sets but the last: the items before a
  /// nonterminal, by nonterminal.
  std::span<const Item> set(std::uint32_t index) const {
    if (keep_ == Keep::kWaiting && index < size()) return waiting(index);
    return std::span(items_).subspan(set_begin_[index], set_end(index) - set_begin_[index]);
  }
  bool out_of_memory() const { return out_of_memory_; }
  const LoweredGrammar& grammar() const { return grammar_; }
  LoweredId start() const { return start_; }

  /// With Keep::kAll: the number of a set's first item, and an item by number.
  std::uint32_t first_of(std::uint32_t set) const { return set_begin_[set]; }
  const Item& item(std::uint32_t number) const { return items_[number]; }
  /// Calls visit(begin) for each place where the part before an item's dot, a nonterminal, may
  /// begin; for some of them more than once.
  template <class Visit>
  void for_each_begin(std::uint32_t item, Visit visit) const {
    for (std::uint32_t at = last_way_[item]; at != kNone; at = ways_[at].other) {
      visit(ways_[at].begin);
    }
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Way {
    std::uint32_t begin, other;
  };

  const LoweredGrammar& grammar_;
  LoweredId start_;
  const TerminalSets* ahead_;
  std::uint64_t max_items_;
  Keep keep_;
  LargeArray<Item> items_;  // with Keep::kWaiting, of earlier sets only those scanned into them
  LargeArray<std::uint32_t> set_begin_;      // by set
  LargeArray<std::uint32_t> last_way_;       // by item: the last of its ways, or kNone
  LargeArray<Way> ways_;                     // each with another way of the same item
  LargeArray<Item> waiting_;                 // items before a nonterminal, by set and nonterminal
  LargeArray<std::uint32_t> waiting_begin_;  // by set; the last entry is the end of the last set
  std::uint32_t kernel_end_ = 0;             // the end of the items scanned into the last set
  std::vector<std::uint64_t> predicted_in_;  // by symbol: the last round that predicted it
  std::vector<std::uint32_t> seen_;          // hash table over the items of the last set
  std::uint64_t round_ = 0;
  bool processed_ = false;  // the last set is complete for look_ahead_
  LoweredId look_ahead_ = 0;
  std::uint32_t place_ahead_ = kNone;  // of the look-ahead, in *ahead_; kNone: the end
  bool out_of_memory_ = false;

  std::uint32_t item_count() const { return static_cast<std::uint32_t>(items_.size()); }
  std::uint32_t set_end(std::uint32_t set) const {
    return set < size() ? set_begin_[set + 1] : item_count();
  }
  std::span<const Item> waiting(std::uint32_t set) const {
    return {waiting_.data() + waiting_begin_[set], waiting_begin_[set + 1] - waiting_begin_[set]};
  }
  void process(LoweredId look_ahead);
  void back_to_kernel();
  void add_alternatives(LoweredId symbol);
  bool may_begin(std::uint32_t rule) const;
  void complete_item(const Item& done);
  void complete_empty(LoweredId symbol);
  void index_waiting();
  void add(const Item& item, std::uint32_t begin_of_part);
  void append(const Item& item);
  std::uint32_t& find_slot(const Item& item);
  void see_again();
};

}  // namespace grabr
