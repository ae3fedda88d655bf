// What can be deleted from a tree, one thing at a time: the definition shared by reducers,
// mutations and statistics.
#pragma once

#include <cstdint>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Number of elements of a list, not counting separators.
std::uint32_t element_count(const Node& list);

/// A list with more elements than it needs, or an optional part with content. Any child except a
/// separator may be deleted, and the text stays in the language.
bool can_lose_child(const Node& parent);

/// Elements of lists that can lose one (together with one separator), and contents of optional
/// parts. Each may be deleted from the tree as it is, on its own. In pre-order.
std::vector<NodeId> deletable_nodes(const Tree& tree);

}  // namespace grabr
