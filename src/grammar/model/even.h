// Finds the symbols of a grammar with layout that are balanced: they leave indentation and brackets
// as they found them.
#pragma once

#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// By symbol: does each of its sentences close exactly the levels and brackets that it opens? False
/// for the tokens that open or close. The grammar must have a layout.
std::vector<bool> even_symbols(const Grammar& grammar);

}  // namespace grabr
