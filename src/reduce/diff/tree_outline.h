// Where the parts of a derivation tree stand in its text, and which of them are alike.
#pragma once

#include <cstdint>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Where the parts of a tree stand in its text, and which of them have the same tokens. The tree
/// must be as it was parsed, and outlive this.
class TreeOutline {
 public:
  explicit TreeOutline(const Tree& tree);

  const Tree& tree() const { return tree_; }
  /// The part with the skipped text before it; of a part without tokens, where it would be.
  Span span(NodeId node) const { return spans_[node]; }
  /// A sequence of tokens: equal ones have equal hashes, however their trees are built.
  std::uint64_t hash(NodeId node) const { return hashes_[node]; }
  /// An element of a list with a separator beside it, if there is one: the one before it, for the
  /// first the one behind it.
  Span element_span(NodeId list, std::uint32_t element) const;

 private:
  const Tree& tree_;
  std::vector<Span> spans_;            // by node
  std::vector<std::uint64_t> hashes_;  // by node
};

/// Of a list, without its separators.
std::uint32_t element_count(const Tree& tree, NodeId list);
NodeId element(const Tree& tree, NodeId list, std::uint32_t i);

}  // namespace grabr
