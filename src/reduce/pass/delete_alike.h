// Deletes alike parts inside some nodes of a tree.
#pragma once

#include <set>
#include <span>

#include "reduce/pass/alike.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// The pass `delete-alike`, only inside these nodes, of which none is inside another, and only for
/// these kinds. Returns whether something went; the nodes themselves stay.
bool delete_alike(TreeWork& work, std::span<const NodeId> roots, const std::set<PartKind>& kinds);

}  // namespace grabr
