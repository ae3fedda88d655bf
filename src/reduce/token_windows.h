// Deleting and simplifying tokens where the tree has nothing more to offer.
#pragma once

#include "reduce/tree_work.h"

namespace grabr {

/// Deletes runs of one to four neighbouring tokens wherever the rest is still a sentence of the
/// grammar, last to first. True if any went.
bool delete_token_windows(TreeWork& work);

/// Tries the simplest texts that the grammar's hints name for each token (a number becomes 0).
bool simplify_tokens(TreeWork& work);

}  // namespace grabr
