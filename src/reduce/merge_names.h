// Identifier replacement with a memory for several runs.
#pragma once

#include <unordered_set>

#include "reduce/tree_work.h"
#include "text/hash.h"

namespace grabr {

/// Texts that were tested on the way, never to be tested again.
using SeenTexts = std::unordered_set<Hash128>;

bool merge_names(TreeWork& work, SeenTexts& seen);

}  // namespace grabr
