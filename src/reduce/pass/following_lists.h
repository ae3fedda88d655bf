// The lists that follow the occurrences of a name, such as parameters and arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "reduce/pass/tree_editor.h"

namespace grabr {

/// The tokens of a tree by their place in the text, and the lists that begin at each. Good while
/// the tree does not change.
class FollowingLists {
 public:
  explicit FollowingLists(const TreeEditor& work);

  /// The elements of each list that follows the token, nearest list first: of `f(a, b)` after `f`
  /// the arguments a and b. A rule that consists of lists and optional parts counts as a list. A
  /// list counts if it begins at one of the next tokens, inside the smallest deletable part that is
  /// more than the token itself; of lists that begin together only the outermost does. Where the
  /// token is the first element of a list without separators, its other elements count, too.
  std::vector<std::vector<NodeId>> after(NodeId token) const;

  /// What goes when an element goes: it, or what is made of it alone; kNoNode when that may not.
  NodeId unit_of(NodeId element) const;
  /// The smallest part around a node that may go, or kNoNode.
  NodeId removable_around(NodeId node) const;

  std::uint32_t weight(NodeId node) const { return weights_[node]; }
  bool contains(NodeId outer, NodeId node) const {
    return first_[node] >= first_[outer] && first_[node] < first_[outer] + weights_[outer];
  }
  const std::vector<NodeId>& tokens() const { return tokens_; }
  /// The tokens below a node, as places in `tokens()`.
  std::uint32_t begin_of(NodeId node) const { return first_[node]; }
  std::uint32_t end_of(NodeId node) const { return first_[node] + weights_[node]; }

 private:
  std::vector<NodeId> elements_of(NodeId list) const;

  const TreeEditor& work_;
  std::vector<NodeId> tokens_;                  ///< with a text, in order
  std::vector<std::uint32_t> weights_, first_;  ///< by node: its tokens, the place of the first
  std::vector<std::vector<NodeId>> lists_at_;   ///< by place: lists that begin there
};

}  // namespace grabr
