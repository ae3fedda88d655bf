// Strategies that are more than passes over a tree. What each does, guarantees and comes from
// stands at the head of its file.
#pragma once

#include "reduce/problem.h"

namespace grabr {

#define STRATEGY(name, function, ...) void function(Session& session, Problem& problem);
#include "reduce/passes.def"

}  // namespace grabr
