// The tree as walks that delete see it: what stands below a node and may be left out.
#pragma once

#include <cstdint>
#include <vector>

#include "reduce/pass/tree_work.h"

namespace grabr {

/// A node, and whether it has turned out that it may not go.
struct TreePart {
  NodeId node = kNoNode;
  bool stays = false;  ///< what can be left of it is its symbol's cheapest text
};

/// Lists, optional parts and groups are no parts; their elements and contents are, and what stands
/// between elements is none. Where a part is all that another consists of, it counts only if more
/// can be done with it. TreeParts without tokens are passed over.
class TreeParts {
 public:
  enum class Leaving : std::uint8_t {
    kNothing,  ///< only what may go without leaving anything behind is ever left out
    kTexts,    ///< anything else becomes its symbol's cheapest text
  };
  /// Weighs the tree; good for one walk from the root to the leaves.
  TreeParts(const TreeEditor& editor, Leaving leaving);

  /// Nothing if there is no tree.
  std::vector<TreePart> root() const;
  /// The parts inside a node, in order.
  std::vector<TreePart> inside(NodeId node) const;
  /// Where to go on when a part could not be left out: what may go but has to stay is looked at
  /// again, for what its text could be, and then its inside.
  std::vector<TreePart> next(const TreePart& part) const;

  /// Leaves out what can be left out, as one list; `work` is the editor's. `parts` are then those
  /// still there. Says whether there are fewer of them.
  bool minimize(TreeWork& work, std::vector<TreePart>& parts) const;

  /// On each way down from a part the first node of fewer tokens that fits its place, in order.
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
