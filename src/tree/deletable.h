// Finds the parts of a tree that can be deleted one at a time. Reducers, mutations and statistics
// share this definition.
#pragma once

#include <cstdint>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Number of elements of a list, not counting separators.
std::uint32_t element_count(const Node& list);

/// Is it a list with more elements than it needs, or an optional part with content? Then any child
/// except a separator may be deleted, and the text stays in the language.
bool can_lose_child(const Node& parent);

/// Elements of lists that can lose one (together with one separator), and contents of optional
/// parts. Each of them alone may be deleted from the tree. In pre-order.
std::vector<NodeId> deletable_nodes(const Tree& tree);

}  // namespace grabr
