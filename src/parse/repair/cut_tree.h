// Where in a tree the parts go that were cut out of its text.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Tokens begin … end, of the sentence, below a node.
struct Extent {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// By NodeId. With `bytes` a leaf is as many tokens as it has bytes, else one.
std::vector<Extent> find_extents(const Tree& tree, bool bytes);

/// A cut-out part on its way back: before child `index` of a node, or together with that child
/// where it is an element of a list with separators.
struct Insertion {
  enum class How : std::uint8_t { kAsChild, kBeforeIn, kBehindIn } how = How::kAsChild;
  std::uint32_t index = 0;
  std::uint32_t cut = 0;  ///< the number of sentence tokens before it
};

/// Insertions by node, each node's by index. Cuts inside a leaf have none: the leaf is divided.
/// `cut_at[k]`: something was cut out before token k of the sentence; one entry more than tokens.
std::map<NodeId, std::vector<Insertion>> place_cuts(const Tree& tree,
                                                    const std::vector<Extent>& extents,
                                                    const std::vector<bool>& cut_at);

}  // namespace grabr
