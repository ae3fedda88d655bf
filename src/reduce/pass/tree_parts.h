// The parts of a tree that a deleting walk may delete or replace.
#pragma once

#include <cstdint>
#include <vector>

#include "reduce/pass/tree_work.h"

namespace grabr {

/// A node, and whether it is known to stay.
struct TreePart {
  NodeId node = kNoNode;
  bool stays = false;  ///< it can only become its symbol's cheapest text
};

/// List elements and the contents of optional parts and groups are parts; the lists, optional
/// parts, groups and separators themselves are not. A part with the same tokens as one around it
/// counts only if it can be deleted or replaced in more ways. Parts without tokens are skipped.
class TreeParts {
 public:
  enum class Leaving : std::uint8_t {
    kNothing,  ///< only removable parts are deleted
    kTexts,    ///< other parts become their symbol's cheapest text
  };
  /// Counts the tokens of all nodes; valid for one walk from the root to the leaves.
  TreeParts(const TreeEditor& editor, Leaving leaving);

  /// The root as a part; empty if there is no tree.
  std::vector<TreePart> root() const;
  /// The parts inside a node, in order.
  std::vector<TreePart> inside(NodeId node) const;
  /// The parts to try after `part` had to stay: first the part itself, to be replaced by its
  /// cheapest text, if it was removable; then the parts inside it.
  std::vector<TreePart> next(const TreePart& part) const;

  /// Minimises the parts as one list; `work` must be the editor. Leaves in `parts` those that stay.
  /// Returns whether there are fewer.
  bool minimize(TreeWork& work, std::vector<TreePart>& parts) const;

  /// On each path down from the node, the first node with fewer tokens that fits its place, in
  /// order.
  std::vector<NodeId> nearest_fitting(NodeId node) const;

  std::uint32_t weight(NodeId node) const { return node < weights_.size() ? weights_[node] : 0; }

 private:
  bool can_be_left_out(const TreePart& part) const;
  bool adds_nothing(NodeId node, NodeId part) const;

  const TreeEditor& editor_;
  Leaving leaving_;
  std::vector<std::uint32_t> weights_;
};

}  // namespace grabr
