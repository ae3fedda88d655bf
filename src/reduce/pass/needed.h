// What parts of a text need each other, as far as one can see from names.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Of the units (nodes none of which stands inside another, in any order) those that nothing else
/// needs, ascending by index. A name is needed where it occurs outside of all units, or in a unit
/// that is needed; the unit in which it occurs first is taken to define it, so that is needed then.
/// In time proportional to the tree.
std::vector<std::size_t> not_needed(const Tree& tree, std::span<const NodeId> units);

}  // namespace grabr
