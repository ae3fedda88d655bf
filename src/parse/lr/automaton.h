// The LALR(1) automaton of an epsilon-free grammar, whose states the fast engine uses as Earley
// items.
//
// A state is a set of dotted rules (LR(0) items, parse/lr/lr0.h); its actions for each next
// terminal are determined by look-aheads after DeRemer & Pennello (parse/lr/lookaheads.h).
// Conflicts are not resolved: all possible actions are listed. Rows and look-aheads are computed on
// first use, because most states of a large grammar are never reached; so only one thread at a time
// may use an automaton.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "parse/lr/epsilon_free.h"
#include "parse/lr/lr0.h"

namespace grabr {

/// One word: the action in a state before a terminal.
struct Action {
  enum class Kind : std::uint8_t { kError, kShift, kReduce, kMany };
  std::uint32_t word = 0;

  Kind kind() const { return static_cast<Kind>(word & 3); }
  /// The state to shift to, the rule to reduce, or the number of a list of actions (many()).
  std::uint32_t value() const { return word >> 2; }

  bool operator==(const Action&) const = default;
};

class Automaton {
 public:
  /// Keeps no reference to `grammar`. Throws Error if there are far too many states.
  Automaton(const EpsilonFreeGrammar& grammar, EpsilonFreeId start);
  ~Automaton();
  Automaton(Automaton&&) noexcept;

  static constexpr State kStart = 0;
  /// The state after the end of the input has been shifted.
  State accepting() const { return lr0_->accepting; }

  /// Actions by terminal, including the end of the input. Valid while the automaton exists.
  const Action* actions(State state) const {
    const Row& row = rows_[state];
    return row.actions != nullptr ? row.actions : fill_row(state).actions;
  }
  /// The state after a nonterminal; 0 if there is none.
  State go_to(State state, EpsilonFreeId nonterminal) const {
    const Row& row = rows_[state].actions != nullptr ? rows_[state] : fill_row(state);
    const std::uint32_t column = nonterminal - row.first_nonterminal;
    return column < row.nonterminals ? row.actions[terminal_count_ + column].word : 0;
  }
  /// Actions of a kMany: a shift first, if any, then reductions by rule. Valid while the automaton
  /// exists.
  std::span<const Action> many(std::uint32_t list) const;
  /// The action, or of several actions the shift, if there is one.
  Action shift_of(State state, EpsilonFreeId terminal) const {
    const Action action = actions(state)[terminal];
    if (action.kind() != Action::Kind::kMany) return action;
    const Action first = many(action.value())[0];
    return first.kind() == Action::Kind::kShift ? first : action;
  }

  std::uint32_t state_count() const { return lr0_->kernels.size(); }
  /// Items by which the state was reached (the dot is after a symbol), in state 0 the start rule's;
  /// sorted.
  std::span<const EpsilonFreeItem> kernel(State state) const { return lr0_->kernels[state]; }
  /// Rules, without the start rule, that end in this state, whatever comes next.
  std::vector<std::uint32_t> completed(State state) const;
  /// The symbol by which the state is entered; kEndOfInput for state 0.
  EpsilonFreeId entered_by(State state) const;
  /// Right-hand sides as used by items, including the start rule's.
  const DottedRules& rules() const { return lr0_->rules; }
  /// States and transitions, without actions.
  const Lr0& lr0() const { return *lr0_; }

  struct Size {
    std::uint32_t filled_rows = 0;
    std::size_t row_bytes = 0;    ///< filled rows and action lists
    std::size_t other_bytes = 0;  ///< states, transitions and the look-aheads computed so far
  };
  Size size() const;
  /// Size of the rows if all were filled; without action lists.
  std::size_t bytes_of_all_rows() const;

 private:
  /// Actions by terminal, then states by nonterminal, from the first that has one to the last.
  struct Row {
    const Action* actions = nullptr;
    std::uint32_t first_nonterminal = 0;
    std::uint32_t nonterminals = 0;
  };
  struct Lazy;

  const Row& fill_row(State state) const;
  /// Determines the row's size, without its actions.
  Row measure_row(State state) const;

  std::unique_ptr<const Lr0> lr0_;
  EpsilonFreeId terminal_count_;
  mutable std::vector<Row> rows_;
  std::unique_ptr<Lazy> lazy_;
};

}  // namespace grabr
