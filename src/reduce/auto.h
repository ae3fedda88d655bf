// The search of `auto` and of all other pipelines of passes over one tree.
#pragma once

#include "reduce/problem.h"
#include "reduce/rounds.h"

namespace grabr {

/// Runs the passes over a tree in rounds until nothing changes. A partial tree is parsed again
/// after each change, as more of the text may parse then. After that, or at once without a tree,
/// the text is reduced by lines, tokens and characters. Consumes the problem's tree.
void run_rounds(Session& session, Problem& problem, const Rounds& rounds);

}  // namespace grabr
