// Splits an input into tokens.
#pragma once

#include <string_view>

#include "parse/earley/tokens.h"

namespace grabr {

/// For rich grammars with plain lexing: repeated longest match, in linear time.
Tokens tokenize(const Grammar& grammar, std::string_view text);

}  // namespace grabr
