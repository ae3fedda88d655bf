// The LR(0) automaton of an epsilon-free grammar: states are sets of dotted rules, without
// look-aheads.
//
// States whose kernels expect the same symbols have the same closure and, on symbols that none of
// their kernel items expects, the same successors. So both are stored once per set of expected
// symbols instead of once per state:
//
//   E → '(' • E ')'   and   E → '-' • E   both expect {E}: they share  T, F, '(', '-', 'n' → …;
//                                         only E leads elsewhere from each of them
//
// Large grammars have one closure per ten states, with hundreds of shared successors, so this makes
// construction fast and the automaton small.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/lr/epsilon_free.h"
#include "parse/lr/sequence_table.h"

namespace grabr {

using State = std::uint32_t;

/// A rule with a dot before symbol number `dot`.
struct EpsilonFreeItem {
  std::uint32_t rule = 0;  ///< EpsilonFreeGrammar::rules.size(): the start rule S' → start end
  std::uint32_t dot = 0;

  auto operator<=>(const EpsilonFreeItem&) const = default;
};

/// Right-hand sides concatenated, the start rule's last.
struct DottedRules {
  static constexpr EpsilonFreeId kNothing = ~EpsilonFreeId{0};

  std::vector<std::uint32_t> begin;       ///< by rule
  std::vector<EpsilonFreeId> after_dot;   ///< kNothing after the last symbol of a rule
  std::vector<EpsilonFreeId> lhs;         ///< by rule; kNothing for the start rule
  std::vector<std::uint32_t> first_rule;  ///< by nonterminal, from 0, plus one more
  EpsilonFreeId terminal_count = 0;
  EpsilonFreeId symbol_count = 0;

  EpsilonFreeId after(EpsilonFreeItem item) const { return after_dot[begin[item.rule] + item.dot]; }
  bool terminal(EpsilonFreeId symbol) const { return symbol < terminal_count; }
  std::uint32_t rules_begin(EpsilonFreeId symbol) const {
    return first_rule[symbol - terminal_count];
  }
  std::uint32_t rules_end(EpsilonFreeId symbol) const {
    return first_rule[symbol - terminal_count + 1];
  }
};

struct Lr0 {
  static constexpr State kNowhere = ~State{0};
  /// Grammars of real languages stay far below these; only contrived ones exceed them.
  static constexpr std::uint32_t kMaxStates = 1u << 20;
  static constexpr std::size_t kMaxSteps = std::size_t{1} << 23;

  /// The entry of a closure for one symbol.
  struct Step {
    EpsilonFreeId symbol = 0;
    std::uint32_t first_rule = 0;  ///< into rules_of_steps: the closure's rules that begin with it
    std::uint32_t rule_count = 0;
    State target = kNowhere;  ///< shared by all states; kNowhere: expected by their kernels
  };
  struct Closure {
    std::uint32_t first_step = 0;  ///< into steps; ordered by symbol
    std::uint32_t step_count = 0;
  };
  struct StateRow {
    std::uint32_t closure = 0;
    std::uint32_t first_target = 0;  ///< into targets: one per expected symbol, in order
  };

  DottedRules rules;
  SequenceTable<EpsilonFreeItem> kernels;  ///< by state; each sorted
  std::vector<StateRow> states;
  std::vector<State> targets;
  SequenceTable<EpsilonFreeId> expected;  ///< by closure: symbols after a dot of the kernel
  std::vector<Closure> closures;
  std::vector<Step> steps;
  std::vector<std::uint32_t> rules_of_steps;
  State accepting = kNowhere;  ///< after S' → start end

  std::span<const Step> steps_of(std::uint32_t closure) const {
    return {steps.data() + closures[closure].first_step, closures[closure].step_count};
  }
  /// The symbol's index in `steps`; it must be in the closure.
  std::uint32_t find_step(std::uint32_t closure, EpsilonFreeId symbol) const;

  template <class Visit>
  void for_each_transition(State state, Visit visit) const {
    std::uint32_t own = states[state].first_target;
    for (const Step& step : steps_of(states[state].closure)) {
      visit(step.symbol, step.target == kNowhere ? targets[own++] : step.target);
    }
  }
};

/// Throws Error if the automaton exceeds Lr0::kMaxStates or kMaxSteps.
Lr0 build_lr0(const EpsilonFreeGrammar& grammar, EpsilonFreeId start);

}  // namespace grabr
