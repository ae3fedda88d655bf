// The cheapest sentence of every symbol.
#pragma once

#include <vector>

#include "grammar/analyse/analysis.h"
#include "grammar/model/clauses.h"

namespace grabr {

/// By symbol. `system` is flatten(grammar).
std::vector<CheapestText> cheapest_texts(const Grammar& grammar, const ClauseSystem& system);

}  // namespace grabr
