// Which symbols of a grammar with layout leave indentation and brackets as they were.
#pragma once

#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// By symbol: whether each of its sentences closes the levels and brackets that it opens, and no
/// other. False for the tokens that open or close. The grammar has a layout.
std::vector<bool> even_symbols(const Grammar& grammar);

}  // namespace grabr
