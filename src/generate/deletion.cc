#include "generate/deletion.h"

#include <span>

#include "tree/deletable.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The first token with a text, or kNoNode.
NodeId first_token(const Tree& tree, NodeId id) {
  std::vector<NodeId> todo = {id};
  while (!todo.empty()) {
    const NodeId node = todo.back();
    todo.pop_back();
    if (tree.is_token(node) && tree[node].text().size() > 0) return node;
    const auto children = tree.children(node);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
  return kNoNode;
}

SymbolId rule_around(const Tree& tree, NodeId id) {
  do {
    id = tree.parent(id);
  } while (id != kNoNode && tree[id].kind != NodeKind::kRule);
  return id == kNoNode ? kNoSymbol : tree[id].symbol;
}

}  // namespace

Deletions::Deletions(const Tree& parsed)
    : tree_(list_view(parsed)), nodes_(deletable_nodes(tree_)) {
  std::erase_if(nodes_, [&](NodeId id) { return first_token(tree_, id) == kNoNode; });
}

Deletion Deletions::operator[](std::size_t number) const {
  const NodeId node = nodes_[number];
  const Edit edit{Edit::Kind::kRemove, node, kNoNode};
  Deletion deletion;
  deletion.text = print(tree_, std::span(&edit, 1));
  deletion.deleted = print_subtree(tree_, node);
  deletion.offset = tree_[first_token(tree_, node)].text().begin;
  deletion.element = tree_[tree_.parent(node)].kind == NodeKind::kList;
  deletion.rule = rule_around(tree_, node);
  deletion.symbol = tree_[node].symbol;
  return deletion;
}

}  // namespace grabr
