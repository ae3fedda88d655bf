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
// order of the book. A set holds each item once. Time is at worst cubic in the number of tokens and
// linear for most grammars of programming languages; memory is bounded by the caller. Tested by
// tests/parse/chart_test.cc and, against brute force, brute_force_test.cc.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "parse/lr/lowered.h"
#include "text/memory.h"

namespace grabr {

struct Item {
  std::uint32_t dotted = 0;  ///< index into LoweredGrammar::after_dot
  std::uint32_t origin = 0;  ///< set where the rule began

  auto operator<=>(const Item&) const = default;
};

/// For each lowered rule: may it begin with this terminal (or be empty)?
class FirstSets {
 public:
  explicit FirstSets(const LoweredGrammar& grammar);
  bool may_begin(std::uint32_t rule, LoweredId terminal) const {
    return nullable_[rule] || bits_[rule * words_ + terminal / 64] >> (terminal % 64) & 1;
  }

 private:
  std::size_t words_ = 0;
  std::vector<std::uint64_t> bits_;
  std::vector<bool> nullable_;
};

/// The next token, requested once the set before it is complete; nothing at the end of the input.
using NextToken = std::function<std::optional<LoweredId>(std::span<const Item> set)>;

class Chart {
 public:
  /// Reads `tokens` (lowered terminals) from `start`. Stops at the first token that does not fit,
  /// or when the items exceed `max_memory` bytes. With `first`, predictions that cannot begin with
  /// the next token are omitted: the completed items that matter are the same, but their order may
  /// differ.
  Chart(const LoweredGrammar& grammar, std::span<const LoweredId> tokens, LoweredId start,
        const FirstSets* first, std::size_t max_memory);

  /// The same for tokens that depend on context.
  Chart(const LoweredGrammar& grammar, const NextToken& next, LoweredId start,
        std::size_t max_memory);

  /// The items of a set. In a chart that keeps only the items that later sets need
  /// (ChartBuilder::Keep): the items before a nonterminal, by nonterminal, for all sets but the
  /// last.
  std::span<const Item> set(std::uint32_t index) const {
    if (waiting_only_ && index + 1 < set_count()) return waiting(index);
    return {items_.data() + set_begin_[index], set_begin_[index + 1] - set_begin_[index]};
  }
  /// Number of non-empty sets: the number of tokens read, plus one.
  std::uint32_t set_count() const { return static_cast<std::uint32_t>(set_begin_.size() - 1); }
  bool accepted() const { return accepted_; }
  bool out_of_memory() const { return out_of_memory_; }
  const LoweredGrammar& grammar() const { return *grammar_; }
  LoweredId start() const { return start_; }

 private:
  friend class ChartBuilder;
  Chart(const LoweredGrammar& grammar, LoweredId start) : grammar_(&grammar), start_(start) {}

  std::span<const Item> waiting(std::uint32_t set) const {
    return {waiting_.data() + waiting_begin_[set], waiting_begin_[set + 1] - waiting_begin_[set]};
  }

  const LoweredGrammar* grammar_;
  LoweredId start_;
  LargeArray<Item> items_;
  LargeArray<std::uint32_t> set_begin_;
  LargeArray<Item> waiting_;  // items before a nonterminal, by set, then by nonterminal
  LargeArray<std::uint32_t> waiting_begin_;  // by set; the last entry is the end of the last set
  bool waiting_only_ = false;  // of earlier sets, items_ has only the items scanned into them
  bool accepted_ = false;
  bool out_of_memory_ = false;
};

}  // namespace grabr
