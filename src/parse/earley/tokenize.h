// Splits an input into tokens.
#pragma once

#include <string_view>
#include <vector>

#include "parse/earley/tokens.h"

namespace grabr {

/// For rich grammars with plain lexing: repeated longest match, in linear time.
Tokens tokenize(const Grammar& grammar, std::string_view text);

/// Like tokenize, for a grammar with layout: line ends and indentation are significant.
Tokens tokenize_lines(const Grammar& grammar, std::string_view text);

/// The same for a text that does not parse: where no terminal matches is a token of one character
/// without a terminal (kNoSymbol); brackets without a partner count as none; a line whose
/// indentation matches no level leaves those that are deeper and begins one, so that a DEDENT is
/// followed by an INDENT.
std::vector<Token> tokenize_lines_roughly(const Grammar& grammar, std::string_view text);

}  // namespace grabr
