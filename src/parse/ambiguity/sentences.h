// Shortest sentence prefixes that lead to a state of the automaton.
#pragma once

#include <cstdint>
#include <vector>

#include "parse/lr/automaton.h"
#include "parse/lr/epsilon_free.h"

namespace grabr {

class Sentences {
 public:
  /// Both arguments must outlive this.
  Sentences(const EpsilonFreeGrammar& grammar, const Automaton& automaton);

  /// A shortest sequence of terminals from the start to the state. Empty for the start, and if it
  /// is longer than `most`.
  std::vector<EpsilonFreeId> prefix(State state, std::size_t most) const;

 private:
  void find_shortest_derivations();
  void find_shortest_paths();

  const EpsilonFreeGrammar& grammar_;
  const Automaton& automaton_;
  std::vector<std::uint32_t> cost_;       // by symbol: terminals of its shortest sentence
  std::vector<std::uint32_t> best_rule_;  // by symbol
  std::vector<std::uint32_t> distance_;   // by state
  std::vector<State> from_;               // by state: its predecessor on a shortest path
};

}  // namespace grabr
