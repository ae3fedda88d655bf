// Tested by tests/reduce/paired_elements_test.cc.
#include "reduce/pass/following_lists.h"

#include <algorithm>

namespace grabr {
namespace {

/// A list may begin up to this many tokens after a name: `f(`, `f<T>(`, `f = function(`.
constexpr std::uint32_t kMaxTokensBeforeList = 4;

/// Is it a rule made only of lists and optional parts, such as parameters of several kinds in
/// sequence?
bool is_rule_of_lists(const Tree& tree, NodeId id) {
  const auto children = tree.children(id);
  return tree[id].kind == NodeKind::kRule && children.size() > 1 &&
         std::all_of(children.begin(), children.end(), [&](NodeId child) {
           return tree[child].kind == NodeKind::kList || tree[child].kind == NodeKind::kOptional;
         });
}

}  // namespace

FollowingLists::FollowingLists(const TreeEditor& work)
    : work_(work), weights_(work.weights()), first_(work.tree().size()) {
  const Tree& tree = work.tree();
  std::vector<NodeId> lists;
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    first_[id] = static_cast<std::uint32_t>(tokens_.size());
    if (node.kind == NodeKind::kToken && node.text().size() > 0) tokens_.push_back(id);
    if (weights_[id] == 0 || node.opaque) continue;
    if (node.kind == NodeKind::kList || is_rule_of_lists(tree, id)) lists.push_back(id);
  }
  lists_at_.resize(tokens_.size());
  for (const NodeId list : lists) lists_at_[first_[list]].push_back(list);
}

std::vector<std::vector<NodeId>> FollowingLists::after(NodeId token) const {
  std::vector<std::vector<NodeId>> found;
  const std::uint32_t at = first_[token];
  for (const NodeId list : lists_at_[at]) {
    std::vector<NodeId> elements = elements_of(list);
    const Node& node = work_.tree()[list];
    if (node.kind != NodeKind::kList || node.separated) continue;
    if (elements.size() < 2 || weights_[elements[0]] != 1) continue;
    elements.erase(elements.begin());
    found.push_back(std::move(elements));
  }
  NodeId around = removable_around(token);
  while (around != kNoNode && weights_[around] == 1) {
    around = removable_around(work_.tree().parent(around));
  }
  const auto size = static_cast<std::uint32_t>(tokens_.size());
  const std::uint32_t end =
      std::min(at + kMaxTokensBeforeList + 1, around == kNoNode ? size : end_of(around));
  for (std::uint32_t place = at + 1; place < end; ++place) {
    for (const NodeId list : lists_at_[place]) found.push_back(elements_of(list));
  }
  return found;
}

std::vector<NodeId> FollowingLists::elements_of(NodeId list) const {
  const Tree& tree = work_.tree();
  std::vector<NodeId> elements;
  std::vector<NodeId> todo{list};
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    const auto children = tree.children(id);
    if (tree[id].kind == NodeKind::kList) {
      const std::size_t step = tree[id].separated ? 2 : 1;
      for (std::size_t i = 0; i < children.size(); i += step) elements.push_back(children[i]);
    } else if (children.size() == 1 && tree[children[0]].kind == NodeKind::kList) {
      todo.push_back(children[0]);
    } else if (id == list || tree[id].kind == NodeKind::kOptional) {
      todo.insert(todo.end(), children.rbegin(), children.rend());
    } else {
      elements.push_back(id);
    }
  }
  return elements;
}

NodeId FollowingLists::unit_of(NodeId element) const {
  NodeId node = element;
  while (!work_.removable(node)) {
    const NodeId parent = work_.tree().parent(node);
    if (parent == kNoNode || weights_[parent] != weights_[node]) return kNoNode;
    node = parent;
  }
  return node;
}

NodeId FollowingLists::removable_around(NodeId node) const {
  while (node != kNoNode && !work_.removable(node)) node = work_.tree().parent(node);
  return node;
}

}  // namespace grabr
