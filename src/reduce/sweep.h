// One interleaved backward sweep over everything that may be deleted.
#pragma once

#include "reduce/tree_work.h"

namespace grabr {

/// Deletes list elements, optional parts and nodes that may be empty. True if anything went.
bool sweep(TreeWork& work);

}  // namespace grabr
