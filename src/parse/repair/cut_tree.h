// Decides where in a tree to insert the parts that were cut out of its text.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// A cut-out part to be inserted: before child `index` of a node, or grouped with that child if it
/// is an element of a list with separators.
struct Insertion {
  enum class How : std::uint8_t { kAsChild, kBeforeIn, kBehindIn } how = How::kAsChild;
  std::uint32_t index = 0;
  std::uint32_t cut = 0;  ///< the number of sentence tokens before it
};

/// Insertions by node, sorted by index. Cuts inside a leaf have none, because the leaf is split.
/// `cut_at[k]`: something was cut out before token k of the sentence; it has one entry more than
/// there are tokens. Each byte of the tree's leaves is such a token.
std::map<NodeId, std::vector<Insertion>> place_cuts(const Tree& tree,
                                                    const std::vector<bool>& cut_at);

}  // namespace grabr
