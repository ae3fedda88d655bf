// The one deterministic automaton of a grammar's terminals, before it is packed for lexing.
#pragma once

#include <optional>
#include <vector>

#include "grammar/lex/dfa.h"
#include "grammar/model/grammar.h"
#include "text/diagnostic.h"

namespace grabr {

/// Minimal. Ranks say who is preferred: literals, then patterns and skips, each by symbol;
/// matchers, of which only the openers are read here, come last. A state accepts what may be read
/// there: plain lexing knows one terminal (and openers), contextual lexing all of them.
struct TerminalAutomaton {
  Dfa dfa;
  std::vector<SymbolId> ranked;  ///< by rank
  Rank first_matcher = 0;
};

/// Problems are appended with spans into the grammar file; terminals that have one are left out.
/// Nothing when the automaton would be too large.
std::optional<TerminalAutomaton> compile_automaton(const Grammar& grammar,
                                                   std::vector<Diagnostic>& problems);

}  // namespace grabr
