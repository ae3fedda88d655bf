// General delta debugging between a text that passes and one that fails, over their trees.
#pragma once

#include "reduce/diff/dd.h"
#include "reduce/problem.h"

namespace grabr {

/// Like dd() over tree_change_list(), but tests only sentences; in the modes that minimise,
/// inserted parts are made smaller, too. The problem must have a grammar and a passing text, and
/// both texts must be sentences: throws Error otherwise. Throws like dd().
void run_tree_diff(Session& session, const Problem& problem, DdMode mode);

}  // namespace grabr
