// Deletes alike parts inside some nodes of a tree.
#pragma once

#include <span>

#include "reduce/pass/tree_work.h"

namespace grabr {

/// The pass `delete-alike`, only inside these nodes, of which none is inside another. Returns
/// whether something went; the nodes themselves stay.
bool delete_alike(TreeWork& work, std::span<const NodeId> roots);

}  // namespace grabr
