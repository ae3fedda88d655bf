// The default strategy.
#pragma once

#include "reduce/core/session.h"
#include "reduce/problem.h"

namespace grabr {

/// On a tree: delete, replace, look at tokens, until nothing changes; then tidy the layout.
/// On a partial tree the same, with what has come to parse on its tree again and again; then, and
/// without a tree from the start, on the text: lines, tokens, characters.
void run_auto(Session& session, Problem& problem);

}  // namespace grabr
