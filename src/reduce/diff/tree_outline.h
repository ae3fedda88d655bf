// The ranges of a derivation tree's parts in its text, and hashes to find equal parts.
#pragma once

#include <cstdint>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// The range of each part in the text, and a hash of its tokens. The tree must be freshly parsed,
/// and outlive this object.
class TreeOutline {
 public:
  explicit TreeOutline(const Tree& tree);

  const Tree& tree() const { return tree_; }
  /// The range of a part with the skipped text before it; for a part without tokens, the place
  /// where it would be.
  Span span(NodeId node) const { return spans_[node]; }
  /// The hash of a part's tokens: equal sequences have equal hashes, however their trees are built.
  std::uint64_t hash(NodeId node) const { return hashes_[node]; }
  /// The range of a list element with its separator, if there is one: the separator before it, or
  /// for the first element the one after it.
  Span element_span(NodeId list, std::uint32_t element) const;

 private:
  const Tree& tree_;
  std::vector<Span> spans_;            // by node
  std::vector<std::uint64_t> hashes_;  // by node
};

/// The number of elements of a list, without separators.
std::uint32_t element_count(const Tree& tree, NodeId list);
NodeId element(const Tree& tree, NodeId list, std::uint32_t i);

}  // namespace grabr
