// Tokenizes languages in which line ends and indentation are significant.
#pragma once

#include <string_view>

#include "parse/earley/tokens.h"

namespace grabr {

/// Like tokenize, for a grammar with layout.
Tokens tokenize_lines(const Grammar& grammar, std::string_view text);

/// The same, but where no terminal matches is a token of one character without a terminal
/// (kNoSymbol), so that only a line's indentation may be wrong. Not for the offside rule.
Tokens tokenize_lines_roughly(const Grammar& grammar, std::string_view text);

}  // namespace grabr
