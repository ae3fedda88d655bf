// Finds the parts of a text that no other part needs, judged by names alone.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// The units that nothing else needs, ascending by index. Units are nodes, none inside another, in
/// any order. A name is needed if it occurs outside of all units or in a needed unit. The unit with
/// the first occurrence of a needed name is assumed to define it, and is needed, too. Takes time
/// proportional to the tree.
std::vector<std::size_t> not_needed(const Tree& tree, std::span<const NodeId> units);

}  // namespace grabr
