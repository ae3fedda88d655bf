#include "parse/lr/grammar_automaton.h"

namespace grabr {

GrammarAutomaton::GrammarAutomaton(const Grammar& grammar) : lowered(lower(grammar)) {
  if (grammar.notation == Notation::kClassic) {
    tokens.emplace(find_auto_tokens(lowered, grammar.start));
  }
  epsilon_free = make_epsilon_free(rules());
  const EpsilonFreeId start = epsilon_free.epsilon_free_of[grammar.start];
  if (start != EpsilonFreeGrammar::kAbsent) automaton.emplace(epsilon_free, start);
}

}  // namespace grabr
