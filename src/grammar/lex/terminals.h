// Compiles the terminals of a grammar just read, with problems placed inside the JSON strings.
#pragma once

#include <vector>

#include "grammar/model/grammar.h"
#include "grammar/model/placed_text.h"
#include "grammar/model/problems.h"

namespace grabr {

/// Sets grammar.lexer unless a terminal is wrong. `expressions`, by symbol, are the regular
/// expressions of patterns and skips as the file writes them (empty for other symbols).
void compile_terminals(Grammar& grammar, const std::vector<PlacedText>& expressions,
                       Problems& problems);

}  // namespace grabr
