// A classic grammar with longer terminals than bytes.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "parse/lr/lowered.h"

namespace grabr {

/// Which terminals to take.
struct TerminalChoice {
  std::vector<bool> token;       ///< by symbol: nonterminals that become terminals
  std::set<std::string> split;   ///< texts of literals that stay single bytes
};

/// A nonterminal whose texts, but for the empty one, are a terminal.
struct TokenTerminal {
  LoweredId symbol = 0;
  LoweredId terminal = 0;  ///< the symbol itself, unless it may be empty
};

/// A literal, or neighbouring ones, of two bytes or more.
struct LiteralTerminal {
  LoweredId terminal = 0;
  std::string text;
};

/// The grammar written out over longer terminals. Symbols of the grammar over bytes keep their
/// numbers, rules their order and alternatives. A token that may be empty stays a nonterminal, with
/// the rules
///
///   <ws> → <ws>⁺ | ε       where <ws>⁺ is a new terminal
///
/// Symbols that the start symbol no longer reaches have no rules.
struct Tokenised {
  Lowered grammar;
  std::vector<TokenTerminal> tokens;      ///< those in use, in order of their symbols
  std::vector<LiteralTerminal> literals;  ///< in order of their first use
};

Tokenised tokenise(const Lowered& bytes, LoweredId start, const TerminalChoice& choice);

}  // namespace grabr
