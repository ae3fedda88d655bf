// Compiles the terminals of a grammar being loaded, with problems located inside the JSON strings.
#pragma once

#include <vector>

#include "grammar/model/grammar.h"
#include "grammar/model/placed_text.h"
#include "grammar/model/problems.h"

namespace grabr {

/// Sets grammar.lexer unless a terminal is invalid. `expressions`, by symbol, are the regular
/// expressions of patterns and skips as written in the file (empty for other symbols).
void compile_terminals(Grammar& grammar, const std::vector<PlacedText>& expressions,
                       Problems& problems);

}  // namespace grabr
