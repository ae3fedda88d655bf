// Deletes parts of the same kind (the same alternative of a rule) inside some nodes of a tree.
#pragma once

#include <set>
#include <span>

#include "reduce/pass/alike.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// The pass `delete-alike`, restricted to the insides of these nodes, none inside another, and to
/// these kinds of parts. Returns whether something was deleted.
bool delete_alike(TreeWork& work, std::span<const NodeId> roots, const std::set<PartKind>& kinds);

/// The pass `delete-alike` with each kind once in a run.
bool delete_kinds_once(TreeWork& work);

}  // namespace grabr
