// Tokens of languages whose line ends and indentation mean something.
#pragma once

#include <string_view>

#include "parse/earley/tokens.h"

namespace grabr {

/// As tokenize, for a grammar with layout.
Tokens tokenize_lines(const Grammar& grammar, std::string_view text);

}  // namespace grabr
