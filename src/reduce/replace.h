// Replacing what cannot be deleted: a subtree by a smaller one that fits, from inside it or new.
#pragma once

#include "reduce/tree_work.h"

namespace grabr {

/// True if anything was replaced.
bool replace(TreeWork& work);

}  // namespace grabr
