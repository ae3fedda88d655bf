#include "parse/lr/grammar_automaton.h"

namespace grabr {

GrammarAutomaton::GrammarAutomaton(const Grammar& grammar) : lowered(lower(grammar)) {
  epsilon_free = make_epsilon_free(lowered);
  const EpsilonFreeId start = epsilon_free.epsilon_free_of[grammar.start];
  if (start != EpsilonFreeGrammar::kAbsent) automaton.emplace(epsilon_free, start);
}

}  // namespace grabr
