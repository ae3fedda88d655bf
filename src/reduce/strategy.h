// Runs passes: one as a strategy, or a pipeline of them.
#pragma once

#include "reduce/pass_table.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"

namespace grabr {

/// Does it work on a tree that the problem has not? Then the text is reduced by ddmin.
bool lacks_tree(const Pass& pass, const Problem& problem);

/// Runs it on the session's original, which is tested first, unless that has been done: by the
/// pass itself where it does that, else under the phase "preflight". Throws Error(kNotInteresting)
/// when the original does not fail, Error(kNotPassing) when the strategy needs a text that passes
/// and that fails.
void run_strategy(const Pass& pass, Session& session, Problem problem);

/// One step after the other, each on what the one before left, parsed anew. Throws as run_strategy.
void run_schedule(const Schedule& schedule, Session& session, Problem problem);

}  // namespace grabr
