#include "tree/deletable.h"

namespace grabr {

std::uint32_t element_count(const Node& list) {
  return list.separated ? (list.child_count() + 1) / 2 : list.child_count();
}

bool can_lose_child(const Node& parent) {
  if (parent.kind == NodeKind::kOptional) return parent.child_count() > 0;
  return parent.kind == NodeKind::kList && element_count(parent) > parent.min;
}

std::vector<NodeId> deletable_nodes(const Tree& tree) {
  std::vector<bool> deletable(tree.size());
  std::vector<NodeId> nodes;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (deletable[id]) nodes.push_back(id);
    if (!can_lose_child(tree[id])) continue;
    const auto children = tree.children(id);
    for (std::size_t i = 0; i < children.size(); i += tree[id].separated ? 2 : 1) {
      deletable[children[i]] = true;
    }
  }
  return nodes;
}

}  // namespace grabr
