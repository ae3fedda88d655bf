// The main reducer, as Vulcan's and SFC's papers call what they build on: Perses.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Runs Perses on the tree of the best text until it finds nothing more.
void run_main_reducer(TreeWork& work);

}  // namespace grabr
