// Rewrites a classic grammar over terminals longer than bytes.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "parse/lr/lowered.h"

namespace grabr {

/// Which terminals to use.
struct TerminalChoice {
  std::vector<bool> token;      ///< by symbol: nonterminals that become terminals
  std::set<std::string> split;  ///< literals that stay split into bytes
};

/// A nonterminal whose non-empty texts become a terminal.
struct TokenTerminal {
  LoweredId symbol = 0;
  LoweredId terminal = 0;  ///< the symbol itself, unless it is nullable
};

/// A literal, or adjacent ones, of two or more bytes.
struct LiteralTerminal {
  LoweredId terminal = 0;
  std::string text;
};

/// The grammar over longer terminals. Symbols of the byte grammar keep their numbers, rules their
/// order and alternatives. A nullable token remains a nonterminal, with the rules
///
///   <ws> → <ws>⁺ | ε       where <ws>⁺ is a new terminal
///
/// Symbols no longer reachable from the start symbol have no rules.
struct Tokenised {
  LoweredGrammar grammar;
  std::vector<TokenTerminal> tokens;      ///< those in use, in order of their symbols
  std::vector<LiteralTerminal> literals;  ///< in order of their first use
};

Tokenised tokenise(const LoweredGrammar& bytes, LoweredId start, const TerminalChoice& choice);

}  // namespace grabr
