// Tokenizes languages in which line ends and indentation are significant.
#pragma once

#include <string_view>

#include "parse/earley/tokens.h"

namespace grabr {

/// Like tokenize, for a grammar with layout.
Tokens tokenize_lines(const Grammar& grammar, std::string_view text);

}  // namespace grabr
