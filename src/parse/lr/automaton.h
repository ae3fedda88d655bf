// The LALR(1) automaton of a plain grammar: what an Earley item stands for in the fast engine.
//
// A state is a set of dotted rules (LR(0) items, parse/lr/lr0.h); an action for each next terminal
// says what may happen there, with look-aheads by DeRemer & Pennello (parse/lr/lookaheads.h). Nothing
// is resolved: where several actions are possible, all of them are listed. Rows and look-aheads are
// computed when they are first looked at, because of large grammars most states are never met; so
// an automaton is for one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "parse/lr/lr0.h"
#include "parse/lr/plain.h"

namespace grabr {

/// One word: what to do in a state before a terminal.
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
  /// Keeps nothing of `grammar`. Throws Error when there are far too many states.
  Automaton(const Plain& grammar, PlainId start);
  ~Automaton();
  Automaton(Automaton&&) noexcept;

  static constexpr State kStart = 0;
  /// Where the end of the input has been shifted.
  State accepting() const { return lr0_->accepting; }

  /// Actions by terminal. The end of the input is a terminal, too. Valid as long as the automaton.
  const Action* actions(State state) const {
    const Row& row = rows_[state];
    return row.actions != nullptr ? row.actions : fill_row(state).actions;
  }
  /// The state behind a nonterminal; 0 where there is none.
  State go_to(State state, PlainId nonterminal) const {
    const Row& row = rows_[state].actions != nullptr ? rows_[state] : fill_row(state);
    const std::uint32_t column = nonterminal - row.first_nonterminal;
    return column < row.nonterminals ? row.actions[terminal_count_ + column].word : 0;
  }
  /// Actions of a kMany: a shift first, if there is one, then reductions by rule. Valid as long as
  /// the automaton.
  std::span<const Action> many(std::uint32_t list) const;

  std::uint32_t state_count() const { return lr0_->kernels.size(); }
  /// Items by which the state was reached (the dot is behind a symbol), the start rule's in state
  /// 0; sorted.
  std::span<const PlainItem> kernel(State state) const { return lr0_->kernels[state]; }
  /// Rules that end in this state, whatever comes next; the start rule is none of them.
  std::vector<std::uint32_t> completed(State state) const;
  /// Symbol by which the state is entered; kEndOfInput in state 0.
  PlainId entered_by(State state) const;
  /// Right-hand sides as items see them, the start rule's included.
  const DottedRules& rules() const { return lr0_->rules; }
  /// States and symbols to them, without a look at actions.
  const Lr0& lr0() const { return *lr0_; }

  struct Size {
    std::uint32_t filled_rows = 0;
    std::size_t row_bytes = 0;     ///< filled rows and lists of actions
    std::size_t other_bytes = 0;   ///< states, transitions and the look-aheads known so far
  };
  Size size() const;
  /// Of the rows, were all of them filled; without lists of actions.
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
  /// The row's size, without its actions.
  Row measure_row(State state) const;

  std::unique_ptr<const Lr0> lr0_;
  PlainId terminal_count_;
  mutable std::vector<Row> rows_;
  std::unique_ptr<Lazy> lazy_;
};

}  // namespace grabr
