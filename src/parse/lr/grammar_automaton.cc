#include "parse/lr/grammar_automaton.h"

namespace grabr {

GrammarAutomaton::GrammarAutomaton(const Grammar& grammar) : lowered(lower(grammar)) {
  if (grammar.notation == Notation::kClassic) {
    tokens.emplace(find_auto_tokens(lowered, grammar.start));
  }
  plain = make_plain(rules());
  const PlainId start = plain.plain_of[grammar.start];
  if (start != Plain::kAbsent) automaton.emplace(plain, start);
}

}  // namespace grabr
