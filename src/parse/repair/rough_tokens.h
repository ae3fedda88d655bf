// Splits arbitrary bytes into tokens: those of the grammar, plus words and single characters that
// no terminal matches. Brackets that match know their partner.
#pragma once

#include <string_view>
#include <vector>

#include "parse/repair/punctuation.h"
#include "parse/repair/rough_token.h"

namespace grabr {

/// Rich grammars: longest match; where nothing matches, a word of letters and digits up to where a
/// token begins, or another single character. What opens an unterminated string or comment is such
/// a character, or the token that it otherwise is. Classic grammars: bytes. Skipped text is what
/// lies between. With contextual lexing: parse/repair/context_tokens.h.
std::vector<RoughToken> tokenize_roughly(const Grammar& grammar, const LoweredGrammar& lowered,
                                         const Punctuation& punctuation, std::string_view text);

}  // namespace grabr
