// The main reducer, as Vulcan's and SFC's papers call what they build on: Perses.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Perses until it finds nothing more, from the tree of the best text on.
void reduce_mainly(TreeWork& work);

}  // namespace grabr
