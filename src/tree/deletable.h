// What a tree can do without, each thing by itself: the one notion of it that reducers, mutations
// and statistics share.
#pragma once

#include <cstdint>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Of a list; separators are none.
std::uint32_t element_count(const Node& list);

/// A list that has an element more than it needs; an optional part. A child of it that is no
/// separator may be deleted, and the text stays in the language.
bool can_lose_child(const Node& parent);

/// The elements of lists that can lose one, with one of their separators, and the contents of
/// optional parts, as the tree is: each of them alone may be deleted. In pre-order.
std::vector<NodeId> deletable_nodes(const Tree& tree);

}  // namespace grabr
