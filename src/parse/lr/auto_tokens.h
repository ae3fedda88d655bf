// Longer terminals than bytes for classic grammars, where provably neither the language nor any
// tree changes: literals as a whole, and texts of regular nonterminals.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "parse/lr/lowered.h"
#include "parse/lr/text_scanner.h"
#include "parse/lr/tokenised.h"

namespace grabr {

/// A nonterminal whose texts are read in one step. The inside of a token is a derivation of its
/// symbol over its text, by the rules of the grammar over bytes; where the symbol may be empty that
/// holds for the empty text too.
struct AutoToken {
  SymbolId symbol = kNoSymbol;
  LoweredId terminal = 0;                   ///< in the tokenised grammar
  bool may_be_empty = false;                ///< then the symbol is a nonterminal there, too
  std::shared_ptr<const TokenTexts> texts;  ///< all but the empty one
};

/// A text is a sentence exactly if `scanner` reads it to its end and `grammar` derives the
/// terminals read. Derivations of the text are those of the terminals, with the tokens' insides
/// filled in. This holds for `start` and for every symbol that has rules in `grammar` and is not a
/// token.
struct AutoTokens {
  Lowered grammar;
  LoweredId start = 0;
  std::vector<AutoToken> tokens;          ///< in order of their symbols
  std::vector<LiteralTerminal> literals;  ///< terminals of two bytes or more
  TextScanner scanner;

  /// The token that is this symbol, nonterminal or terminal; null when there is none.
  const AutoToken* token_of(LoweredId symbol) const;
};

/// `bytes` is a classic grammar, lowered. Always gives a grammar that can be used; at worst its
/// terminals are the bytes.
AutoTokens find_auto_tokens(const Lowered& bytes, LoweredId start);

}  // namespace grabr
