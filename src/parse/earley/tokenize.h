// Cuts an input into tokens.
#pragma once

#include <string_view>

#include "parse/earley/tokens.h"

namespace grabr {

/// Rich grammars with plain lexing only: longest match, again and again, in linear time.
Tokens tokenize(const Grammar& grammar, std::string_view text);

}  // namespace grabr
