// The LALR(1) automaton of a plain grammar: what an Earley item stands for in the fast engine.
//
// A state is a set of dotted rules (LR(0) items); an action for each next terminal says what may
// happen there, with look-aheads by DeRemer & Pennello ("Efficient computation of LALR(1) look-ahead
// sets", 1982). Nothing is resolved: where several actions are possible, all of them are listed.
// Rows are filled when they are first looked at, because of large grammars most states are never
// met; so an automaton is for one thread at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/plain.h"

namespace grabr {

using State = std::uint32_t;

/// A rule with a dot before symbol number `dot`.
struct PlainItem {
  std::uint32_t rule = 0;  ///< Plain::rules.size(): the start rule S' → start end
  std::uint32_t dot = 0;

  auto operator<=>(const PlainItem&) const = default;
};

/// One word: what to do in a state before a terminal.
struct Action {
  enum class Kind : std::uint8_t { kError, kShift, kReduce, kMany };
  std::uint32_t word = 0;

  Kind kind() const { return static_cast<Kind>(word & 3); }
  /// The state to shift to, the rule to reduce, or the number of a list of actions (many()).
  std::uint32_t value() const { return word >> 2; }
};

class Automaton {
 public:
  Automaton(const Plain& grammar, PlainId start);

  static constexpr State kStart = 0;
  /// Where the end of the input has been shifted.
  State accepting() const;

  /// Actions by terminal. The end of the input is a terminal, too.
  const Action* actions(State state) const {
    const std::uint32_t* row = rows_[state];
    return reinterpret_cast<const Action*>(row != nullptr ? row : fill_row(state));
  }
  /// The state behind a nonterminal; 0 where there is none.
  State go_to(State state, PlainId nonterminal) const;
  /// Actions of a kMany: a shift first, if there is one, then reductions by rule.
  std::span<const Action> many(std::uint32_t list) const;

  std::uint32_t state_count() const;
  /// Items by which the state was reached (the dot is behind a symbol), the start rule's in state 0.
  std::span<const PlainItem> kernel(State state) const;
  /// Symbol by which the state is entered; kEndOfInput in state 0.
  PlainId entered_by(State state) const;

 private:
  const std::uint32_t* fill_row(State state) const;
  mutable std::vector<const std::uint32_t*> rows_;
  // …
};

}  // namespace grabr
