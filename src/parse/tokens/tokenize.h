// Splits an input into tokens.
#pragma once

#include <string_view>
#include <vector>

#include "parse/tokens/tokens.h"

namespace grabr {

/// For rich grammars with plain lexing: repeated longest match, in linear time.
Tokens tokenize(const Grammar& grammar, std::string_view text);

/// Like tokenize, for a grammar with layout: line ends and indentation are significant.
Tokens tokenize_lines(const Grammar& grammar, std::string_view text);

/// The same for a text that does not parse. Where no terminal matches, one character becomes a
/// token without a terminal (kNoSymbol). Brackets without a partner are ignored. A line whose
/// indentation matches no level ends the deeper levels and begins a new one, so that an INDENT
/// follows a DEDENT.
std::vector<Token> tokenize_lines_roughly(const Grammar& grammar, std::string_view text);

}  // namespace grabr
