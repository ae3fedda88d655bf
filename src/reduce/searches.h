// Strategies that are more than passes over a tree. The head of each file says what the strategy
// does, what it guarantees and where it comes from.
#pragma once

#include "reduce/problem.h"

namespace grabr {

#define STRATEGY(name, function, ...) void function(Session& session, Problem& problem);
#include "reduce/passes.def"

}  // namespace grabr
