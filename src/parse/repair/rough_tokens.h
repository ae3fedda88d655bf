// Splits arbitrary bytes into tokens: those of the grammar, plus words and single characters that
// no terminal matches. Brackets that match know their partner.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "parse/repair/punctuation.h"

namespace grabr {

inline constexpr std::uint32_t kNoPartner = std::numeric_limits<std::uint32_t>::max();

struct RoughToken {
  LoweredId terminal = kNoTerminal;  ///< kNoTerminal: bytes that begin no token
  Span text;
  std::uint32_t partner = kNoPartner;  ///< the bracket that this one opens or closes
  /// The first token of a line.
  bool starts_line = false;
  /// With an automatic token: a line end is skipped before it.
  bool after_line_end = false;
};

/// Adjacent letters and digits that belong to no token form a word.
bool continues_word(const RoughToken& last, std::string_view text, Span span);

/// Rich grammars: longest match; where nothing matches, a word of letters and digits up to where a
/// token begins, or another single character. What opens an unterminated string or comment is such
/// a character, or the token that it otherwise is. Classic grammars: bytes. Skipped text is what
/// lies between. With contextual lexing: parse/repair/context_tokens.h.
std::vector<RoughToken> tokenize_roughly(const Grammar& grammar, const LoweredGrammar& lowered,
                                         const Punctuation& punctuation, std::string_view text);

}  // namespace grabr
