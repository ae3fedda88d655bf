// The search behind `auto` and all pipelines of passes over one tree.
#pragma once

#include "reduce/problem.h"
#include "reduce/rounds.h"

namespace grabr {

/// On a tree: the passes in rounds, until nothing changes. On a partial tree the same, with what
/// has come to parse on its tree again and again; then, and without a tree from the start, on the
/// text: lines, tokens, characters. Uses the problem's tree up.
void run_rounds(Session& session, Problem& problem, const Rounds& rounds);

}  // namespace grabr
