// Splits an input into tokens.
#pragma once

#include <string_view>

#include "parse/earley/tokens.h"

namespace grabr {

/// For rich grammars with plain lexing: repeated longest match, in linear time.
Tokens tokenize(const Grammar& grammar, std::string_view text);

/// Like tokenize, for a grammar with layout: line ends and indentation are significant.
Tokens tokenize_lines(const Grammar& grammar, std::string_view text);

/// The same, but where no terminal matches is a token of one character without a terminal
/// (kNoSymbol), so that only a line's indentation may be wrong. Not for the offside rule.
Tokens tokenize_lines_roughly(const Grammar& grammar, std::string_view text);

}  // namespace grabr
