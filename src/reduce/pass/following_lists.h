// The lists that follow the occurrences of a name, such as parameters and arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "reduce/pass/tree_editor.h"

namespace grabr {

/// The tokens of a tree by position, and the lists that begin at each. Valid while the tree does
/// not change.
class FollowingLists {
 public:
  explicit FollowingLists(const TreeEditor& work);

  /// The elements of each list that follows the token, nearest list first: after `f` in `f(a, b)`
  /// the arguments a and b. A list follows the token if it begins at one of the next tokens, inside
  /// the smallest deletable part that has more than the token itself. A rule made only of lists and
  /// optional parts counts as a list. Of lists that begin at the same token only the outermost
  /// counts. If the token is the first element of a list without separators, the other elements
  /// count, too.
  std::vector<std::vector<NodeId>> after(NodeId token) const;

  /// The node to delete for an element: itself or a node that has no other child; kNoNode if there
  /// is none.
  NodeId unit_of(NodeId element) const;
  /// The smallest deletable part around a node, or kNoNode.
  NodeId removable_around(NodeId node) const;

  std::uint32_t weight(NodeId node) const { return weights_[node]; }
  bool contains(NodeId outer, NodeId node) const {
    return first_[node] >= first_[outer] && first_[node] < first_[outer] + weights_[outer];
  }
  const std::vector<NodeId>& tokens() const { return tokens_; }
  /// The range of a node's tokens, as indices into `tokens()`.
  std::uint32_t begin_of(NodeId node) const { return first_[node]; }
  std::uint32_t end_of(NodeId node) const { return first_[node] + weights_[node]; }

 private:
  std::vector<NodeId> elements_of(NodeId list) const;

  const TreeEditor& work_;
  std::vector<NodeId> tokens_;                  ///< the non-empty tokens, in order
  std::vector<std::uint32_t> weights_, first_;  ///< by node: its tokens, and the first one's index
  std::vector<std::vector<NodeId>> lists_at_;   ///< by token index: lists that begin there
};

}  // namespace grabr
