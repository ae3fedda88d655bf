// The main reducer that Vulcan and SFC build on: Perses.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Runs Perses on the tree of the best text until it finds nothing more.
void run_main_reducer(TreeWork& work);

}  // namespace grabr
