// Applies a grammar's templates inside some nodes of a tree.
#pragma once

#include <span>

#include "reduce/pass/tree_work.h"

namespace grabr {

/// The pass `rewrite-alike`, only inside these nodes, of which none is inside another. Returns
/// whether something changed; the nodes themselves stay.
bool rewrite_alike(TreeWork& work, std::span<const NodeId> roots);

}  // namespace grabr
