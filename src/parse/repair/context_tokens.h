// Splits a text that does not parse into tokens as contextual lexing would, without a parse: what
// may come is what may follow the token before, anywhere.
#pragma once

#include <string_view>
#include <vector>

#include "parse/repair/rough_token.h"

namespace grabr {

/// For a grammar with contextual lexing. As tokenize_roughly, without partners and beginnings of
/// lines.
std::vector<RoughToken> tokenize_by_context(const Grammar& grammar, const LoweredGrammar& lowered,
                                            std::string_view text);

}  // namespace grabr
