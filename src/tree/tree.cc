#include "tree/tree.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace grabr {

Tree::Tree(std::shared_ptr<const Grammar> grammar, std::string text)
    : grammar_(std::move(grammar)), text_(std::move(text)) {}

NodeId Tree::add_token(SymbolId terminal, Span skipped, Span text) {
  Node node;
  node.kind = NodeKind::kToken;
  node.symbol = terminal;
  node.skipped = skipped;
  node.text = text;
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId Tree::add_new_token(SymbolId terminal, std::string_view text) {
  text_ += '\0';  // so that it is no neighbour of the text before it
  const auto begin = static_cast<std::uint32_t>(text_.size());
  text_ += text;
  const auto end = static_cast<std::uint32_t>(text_.size());
  return add_token(terminal, Span{begin, begin}, Span{begin, end});
}

NodeId Tree::add_node(Node node, std::span<const NodeId> children) {
  const auto id = static_cast<NodeId>(nodes_.size());
  node.first_child = static_cast<std::uint32_t>(child_table_.size());
  node.child_count = static_cast<std::uint32_t>(children.size());
  child_table_.insert(child_table_.end(), children.begin(), children.end());
  for (const NodeId child : children) nodes_[child].parent = id;
  nodes_.push_back(node);
  return id;
}

void Tree::set_root(NodeId root, Span skipped_at_end) {
  root_ = root;
  skipped_at_end_ = skipped_at_end;
}

NodeId Tree::copy_subtree(NodeId id) {
  const std::vector<NodeId> originals = preorder(*this, id);
  // Children have higher positions in pre-order: copying backwards finds their copies ready.
  std::vector<std::pair<NodeId, NodeId>> copies;
  copies.reserve(originals.size());
  for (auto it = originals.rbegin(); it != originals.rend(); ++it) {
    std::vector<NodeId> children(this->children(*it).begin(), this->children(*it).end());
    // The copies of a node's children are the most recent ones, last child deepest in the stack.
    for (NodeId& child : children) {
      assert(copies.back().first == child);
      child = copies.back().second;
      copies.pop_back();
    }
    const Node node = nodes_[*it];
    const NodeId copy = add_node(node, children);
    nodes_[copy].parent = kNoNode;
    copies.emplace_back(*it, copy);
  }
  return copies.back().second;
}

std::uint32_t Tree::index_in_parent(NodeId id) const {
  const auto siblings = children(nodes_[id].parent);
  const auto found = std::find(siblings.begin(), siblings.end(), id);
  assert(found != siblings.end());
  return static_cast<std::uint32_t>(found - siblings.begin());
}

void Tree::set_child(NodeId parent, std::uint32_t index, NodeId by) {
  nodes_[by].parent = parent;
  if (parent == kNoNode) {
    root_ = by;
  } else {
    child_table_[nodes_[parent].first_child + index] = by;
  }
}

void Tree::edit_children(NodeId parent, std::span<const Edit* const> edits) {
  Node& node = nodes_[parent];
  NodeId* const children = child_table_.data() + node.first_child;
  const bool separated = node.kind == NodeKind::kList && node.separated;
  const auto edited = [&](NodeId child) {
    const auto at = std::lower_bound(edits.begin(), edits.end(), child,
                                     [](const Edit* edit, NodeId id) { return edit->node < id; });
    return at != edits.end() && (*at)->node == child ? (*at)->by : child;
  };
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < node.child_count; i += separated ? 2 : 1) {
    const NodeId child = edited(children[i]);
    if (child == kNoNode) continue;
    // An element keeps the separator before it, the first one none.
    if (separated && kept > 0) children[kept++] = edited(children[i - 1]);
    children[kept++] = child;
  }
  node.child_count = kept;
}

void Tree::apply(std::span<const Edit> edits) {
  std::vector<const Edit*> sorted;
  for (const Edit& edit : edits) sorted.push_back(&edit);
  std::sort(sorted.begin(), sorted.end(), [&](const Edit* a, const Edit* b) {
    return std::pair(nodes_[a->node].parent, a->node) < std::pair(nodes_[b->node].parent, b->node);
  });
  for (std::size_t begin = 0; begin < sorted.size();) {
    const NodeId parent = nodes_[sorted[begin]->node].parent;
    std::size_t end = begin;
    while (end < sorted.size() && nodes_[sorted[end]->node].parent == parent) ++end;
    const std::span<const Edit* const> run(sorted.data() + begin, end - begin);
    if (parent == kNoNode) root_ = run[0]->by;
    else edit_children(parent, run);
    for (const Edit* edit : run) {
      nodes_[edit->node].parent = kNoNode;
      if (edit->by != kNoNode) nodes_[edit->by].parent = parent;
    }
    begin = end;
  }
}

std::vector<NodeId> preorder(const Tree& tree, NodeId id) {
  std::vector<NodeId> order;
  std::vector<NodeId> todo;
  if (id != kNoNode) todo.push_back(id);
  while (!todo.empty()) {
    const NodeId node = todo.back();
    todo.pop_back();
    order.push_back(node);
    const auto children = tree.children(node);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
  return order;
}

}  // namespace grabr
