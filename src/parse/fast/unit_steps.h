// Caches chains of unit-rule reductions.
//
// After the NUMBER of "1 + 2", an expression grammar reduces factor → NUMBER, term → factor, expr →
// term, each popping and pushing one entry. The chain and its end depend only on the state below,
// the state entered and the next terminal, so they are cached by those. A C expression climbs some
// fifteen such rules at every operand: the cache nearly doubles the speed and halves the memory.
#pragma once

#include <cstdint>
#include <vector>

#include "parse/fast/derivation.h"
#include "parse/lr/automaton.h"

namespace grabr {

class UnitSteps {
 public:
  struct Result {
    State state = 0;          ///< the state where the chain ends
    std::uint32_t chain = 0;  ///< its rules
  };

  UnitSteps(const EpsilonFreeGrammar& grammar, const Automaton& automaton, Chains& chains);

  /// Is this the reduction of a unit rule that may be skipped? (Not if its symbol can derive
  /// itself, because then all derivations must be examined.)
  bool passes(Action action) const {
    return action.kind() == Action::Kind::kReduce && passable_[action.value()] != 0;
  }

  /// The chain from `entered`, just pushed on `below`, with `terminal` next.
  Result follow(State below, State entered, EpsilonFreeId terminal) {
    Entry& entry =
        entries_[(below * 0x9e3779b1u ^ entered * 0x85ebca6bu ^ terminal * 0xc2b2ae35u) >> 18];
    if (entry.below != below || entry.entered != entered || entry.terminal != terminal) {
      entry = walk(below, entered, terminal);
    }
    return {entry.state, entry.chain};
  }

 private:
  struct Entry {
    State below = ~State{0};
    State entered = 0;
    EpsilonFreeId terminal = 0;
    State state = 0;
    std::uint32_t chain = 0;
  };

  Entry walk(State below, State entered, EpsilonFreeId terminal);

  const EpsilonFreeGrammar& grammar_;
  const Automaton& automaton_;
  Chains& chains_;
  std::vector<std::uint8_t> passable_;  // by rule
  std::vector<Entry> entries_;          // direct-mapped
};

}  // namespace grabr
