// The one deterministic automaton of a grammar's terminals, before it is packed for lexing.
#pragma once

#include <optional>
#include <vector>

#include "grammar/lex/dfa.h"
#include "grammar/model/grammar.h"
#include "text/diagnostic.h"

namespace grabr {

/// The automaton is minimal. Ranks give preference: literals, then patterns and skips, each by
/// symbol; last matchers, of which only the openers are read here. A state accepts the terminals
/// that may be read there: a single one (and openers) in plain lexing, all of them in contextual
/// lexing.
struct TerminalAutomaton {
  Dfa dfa;
  std::vector<SymbolId> ranked;  ///< by rank
  Rank first_matcher = 0;
};

/// Problems are appended with spans in the grammar file; terminals with problems are left out.
/// Nothing if the automaton would be too large.
std::optional<TerminalAutomaton> compile_automaton(const Grammar& grammar,
                                                   std::vector<Diagnostic>& problems);

}  // namespace grabr
