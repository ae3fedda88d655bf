// Runs passes: one as a strategy, or a pipeline of them.
#pragma once

#include "reduce/pass_table.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"

namespace grabr {

/// Does the pass need a tree that the problem does not have? Then ddmin reduces the text instead.
bool lacks_tree(const Pass& pass, const Problem& problem);

/// Runs the pass on the session's original. An original that was not tested before is tested first,
/// by the pass itself (Pass::tests_original) or in the phase "preflight". Throws
/// Error(kNotInteresting) if the original is not interesting, Error(kNotPassing) if the strategy
/// needs a passing text but the given one is interesting.
void run_strategy(const Pass& pass, Session& session, Problem problem);

/// The problem of a pass that continues from the session's best. `problem` need not have a tree.
Problem problem_of_best(const Pass& pass, const Session& session, const Problem& problem);

/// Runs the steps in order, each on the parsed result of the one before. Throws like run_strategy.
void run_schedule(const Schedule& schedule, Session& session, Problem problem);

}  // namespace grabr
