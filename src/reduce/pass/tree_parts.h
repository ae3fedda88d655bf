// The view of a tree for walks that delete: the parts below a node that may be deleted or replaced.
#pragma once

#include <cstdint>
#include <vector>

#include "reduce/pass/tree_work.h"

namespace grabr {

/// A node, and whether it has turned out that it must stay.
struct TreePart {
  NodeId node = kNoNode;
  bool stays = false;  ///< it can only become its symbol's cheapest text
};

/// Lists, optional parts, groups and separators are not parts; elements and contents are. A part
/// that has the same tokens as another one around it counts only if more can be done with it. Parts
/// without tokens are skipped.
class TreeParts {
 public:
  enum class Leaving : std::uint8_t {
    kNothing,  ///< only removable parts are deleted
    kTexts,    ///< other parts become their symbol's cheapest text
  };
  /// Weighs the tree; good for one walk from the root to the leaves.
  TreeParts(const TreeEditor& editor, Leaving leaving);

  /// Nothing if there is no tree.
  std::vector<TreePart> root() const;
  /// The parts inside a node, in order.
  std::vector<TreePart> inside(NodeId node) const;
  /// The parts to try after `part` had to stay: if it is removable, the part itself again, to
  /// become its cheapest text; then the parts inside it.
  std::vector<TreePart> next(const TreePart& part) const;

  /// Minimises the parts as one list; `work` must be the editor. `parts` becomes those that are
  /// left. Returns whether there are fewer.
  bool minimize(TreeWork& work, std::vector<TreePart>& parts) const;

  /// On each path down from a part the first node with fewer tokens that fits its place, in order.
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
