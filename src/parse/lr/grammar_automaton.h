// The automaton that parses a grammar from its start symbol, with the intermediate steps of its
// construction, for inspection.
#pragma once

#include <optional>

#include "grammar/model/grammar.h"
#include "parse/lr/auto_tokens.h"
#include "parse/lr/automaton.h"
#include "parse/lr/epsilon_free.h"
#include "parse/lr/lowered.h"

namespace grabr {

struct GrammarAutomaton {
  explicit GrammarAutomaton(const Grammar& grammar);
  GrammarAutomaton(const GrammarAutomaton&) = delete;
  GrammarAutomaton& operator=(const GrammarAutomaton&) = delete;

  /// The grammar from which the epsilon-free one is made: for a classic grammar, the one over
  /// longer terminals.
  const LoweredGrammar& rules() const { return tokens ? tokens->grammar : lowered; }

  LoweredGrammar lowered;
  std::optional<AutoTokens> tokens;  ///< classic grammars only
  EpsilonFreeGrammar epsilon_free;
  /// Absent if the start symbol derives only the empty string.
  std::optional<Automaton> automaton;
};

}  // namespace grabr
