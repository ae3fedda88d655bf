// Replaces parts inside one node of a tree.
#pragma once

#include <cstdint>

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Runs the pass `replace` inside this node only, which itself stays, until `most_in_vain` tests in
/// a row are rejected. `least` is the least expected gain, in tokens. Returns whether something
/// changed.
bool replace_inside(TreeWork& work, NodeId node, double least, std::uint64_t most_in_vain);

}  // namespace grabr
