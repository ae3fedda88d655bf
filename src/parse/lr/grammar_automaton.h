// The automaton that parses a grammar from its start symbol, with the intermediate steps of its
// construction, for inspection.
#pragma once

#include <optional>

#include "grammar/model/grammar.h"
#include "parse/lr/automaton.h"
#include "parse/lr/epsilon_free.h"
#include "parse/lr/lowered.h"

namespace grabr {

struct GrammarAutomaton {
  explicit GrammarAutomaton(const Grammar& grammar);
  GrammarAutomaton(const GrammarAutomaton&) = delete;
  GrammarAutomaton& operator=(const GrammarAutomaton&) = delete;

  LoweredGrammar lowered;
  EpsilonFreeGrammar epsilon_free;
  /// Absent if the start symbol derives only the empty string.
  std::optional<Automaton> automaton;
};

}  // namespace grabr
