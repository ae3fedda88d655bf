// Runs passes: one as a strategy, or a pipeline of them.
#pragma once

#include "reduce/pass_table.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"

namespace grabr {

/// Does it need a tree that the problem does not have? Then the text is reduced by ddmin.
bool lacks_tree(const Pass& pass, const Problem& problem);

/// Runs it on the session's original. If that has not been tested, it is tested first: by the pass
/// itself if it does so, else under the phase "preflight". Throws Error(kNotInteresting) if the
/// original does not fail, Error(kNotPassing) if the strategy needs a passing text but that one
/// fails.
void run_strategy(const Pass& pass, Session& session, Problem problem);

/// The problem of a pass that goes on from the session's best. `problem` needs no tree.
Problem problem_of_best(const Pass& pass, const Session& session, const Problem& problem);

/// Runs the steps in order, each on the result of the one before, parsed again. Throws as
/// run_strategy.
void run_schedule(const Schedule& schedule, Session& session, Problem problem);

}  // namespace grabr
