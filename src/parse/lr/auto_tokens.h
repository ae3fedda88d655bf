// Finds terminals longer than bytes for classic grammars, where provably neither the language nor
// any tree changes: whole literals, and texts of regular nonterminals.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "parse/lr/lowered.h"
#include "parse/lr/text_scanner.h"

namespace grabr {

/// A nonterminal whose texts are read in one step. The inside of a token is a derivation of its
/// symbol over its text, by the rules of the byte grammar; the same goes for the empty text if the
/// symbol is nullable.
struct AutoToken {
  SymbolId symbol = kNoSymbol;
  LoweredId terminal = 0;                   ///< in the tokenised grammar
  bool may_be_empty = false;                ///< then the symbol is also a nonterminal there
  std::shared_ptr<const TokenTexts> texts;  ///< without the empty one
};

/// A literal, or adjacent ones, of two or more bytes.
struct LiteralTerminal {
  LoweredId terminal = 0;
  std::string text;
};

/// A text is a sentence exactly if `scanner` reads it to its end and `grammar` derives the
/// terminals read. Derivations of the text are those of the terminals, with the insides of the
/// tokens filled in. This holds for `start` and for every symbol that has rules in `grammar` and is
/// not a token.
struct AutoTokens {
  LoweredGrammar grammar;
  LoweredId start = 0;
  std::vector<AutoToken> tokens;          ///< in order of their symbols
  std::vector<LiteralTerminal> literals;  ///< terminals of two or more bytes
  TextScanner scanner;

  /// The token for this symbol, nonterminal or terminal; null if there is none.
  const AutoToken* token_of(LoweredId symbol) const;
};

/// `bytes` is a lowered classic grammar. The result is always usable; at worst its terminals are
/// the bytes.
AutoTokens find_auto_tokens(const LoweredGrammar& bytes, LoweredId start);

}  // namespace grabr
