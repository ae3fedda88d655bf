// Tokenizes languages that allow braces or indentation, such as Scala 3.
#pragma once

#include <string_view>

#include "parse/earley/tokens.h"

namespace grabr {

/// Like tokenize, for a grammar whose layout has the style "offside".
Tokens tokenize_offside(const Grammar& grammar, std::string_view text);

}  // namespace grabr
