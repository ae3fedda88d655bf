#include "tree/tree.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace grabr {

Tree::Tree(std::shared_ptr<const Grammar> grammar, std::string text)
    : grammar_(std::move(grammar)), text_(std::move(text)) {}

NodeId Tree::add(const Node& node) {
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId Tree::add_token(SymbolId terminal, Span skipped, Span text) {
  Node node;
  node.kind = NodeKind::kToken;
  node.symbol = terminal;
  node.words_[0] = skipped.begin;
  node.words_[1] = skipped.end;
  node.words_[2] = text.begin;
  node.words_[3] = text.end;
  node.moved = skipped.end != text.begin || (text.size() == 0 && skipped.size() > 0);
  return add(node);
}

NodeId Tree::add_new_token(SymbolId terminal, std::string_view text) {
  text_ += '\0';  // so that it is no neighbour of the text before it
  const auto begin = static_cast<std::uint32_t>(text_.size());
  text_ += text;
  const auto end = static_cast<std::uint32_t>(text_.size());
  const NodeId id = add_token(terminal, Span{begin, begin}, Span{begin, end});
  nodes_[id].moved = true;
  return id;
}

NodeId Tree::add_node(Node node, std::span<const NodeId> children) {
  node.moved = is_built_ && children.size() > 1;
  return add_node_between(node, children);
}

NodeId Tree::add_node_between(Node node, std::span<const NodeId> children) {
  node.parent = kNoNode;
  node.separator = false;
  if (node.is_token()) return add(node);
  node.words_[1] = node.words_[2] = 0;
  const NodeId id = add(node);
  set_children(id, children);
  return id;
}

void Tree::set_only_child(NodeId id, NodeId only) {
  Node& node = nodes_[id];
  Node& child = nodes_[only];
  node.words_[1] = 1;
  node.words_[2] = only;
  node.words_[3] = child.token_count();
  node.moved |= child.moved;
  child.parent = id;
  if (node.separated) child.separator = false;
}

void Tree::set_children(NodeId id, std::span<const NodeId> children) {
  if (children.size() == 1) return set_only_child(id, children[0]);
  Node& node = nodes_[id];
  if (children.size() > std::max(node.words_[1], 1u)) {
    node.words_[2] = static_cast<std::uint32_t>(child_table_.size());
    child_table_.insert(child_table_.end(), children.begin(), children.end());
    node.words_[1] = static_cast<std::uint32_t>(children.size());
  } else {
    std::uint32_t* const old = child_data(node);
    node.words_[1] = static_cast<std::uint32_t>(children.size());
    std::copy(children.begin(), children.end(), old);
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    Node& child = nodes_[children[i]];
    child.parent = id;
    if (node.separated) child.separator = i % 2 == 1;
    node.moved |= child.moved;
  }
  count_tokens(node);
}

void Tree::count_tokens(Node& node) {
  const std::span children(child_data(node), node.child_count());
  node.words_[3] = 0;
  for (const NodeId child : children) node.words_[3] += nodes_[child].token_count();
}

void Tree::set_root(NodeId root, Span skipped_at_end) {
  root_ = root;
  is_built_ = true;
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
    copies.emplace_back(*it, add_node_between(nodes_[*it], children));
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
    NodeId& child = child_data(nodes_[parent])[index];
    nodes_[by].separator = nodes_[child].separator;
    child = by;
    note_edit(parent);
  }
}

void Tree::edit_children(NodeId parent, std::span<const Edit* const> edits) {
  Node& node = nodes_[parent];
  NodeId* const children = child_data(node);
  const bool separated = node.kind == NodeKind::kList && node.separated;
  const auto edited = [&](NodeId child) {
    const auto at = std::lower_bound(edits.begin(), edits.end(), child,
                                     [](const Edit* edit, NodeId id) { return edit->node < id; });
    return at != edits.end() && (*at)->node == child ? (*at)->by : child;
  };
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < node.child_count(); i += separated ? 2 : 1) {
    const NodeId child = edited(children[i]);
    if (child == kNoNode) continue;
    // An element keeps the separator before it, the first one none.
    if (separated && kept > 0) children[kept++] = edited(children[i - 1]);
    children[kept++] = child;
  }
  node.words_[1] = kept;
  if (kept == 1) node.words_[2] = children[0];
}

void Tree::note_edit(NodeId parent) {
  const std::uint32_t before = nodes_[parent].token_count();
  count_tokens(nodes_[parent]);
  const std::uint32_t more = nodes_[parent].token_count() - before;
  nodes_[parent].moved = true;
  for (NodeId up = nodes_[parent].parent; up != kNoNode; up = nodes_[up].parent) {
    Node& node = nodes_[up];
    if (more == 0 && node.moved) break;
    node.words_[3] += more;
    node.moved = true;
  }
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
      if (edit->by == kNoNode) continue;
      nodes_[edit->by].parent = parent;
      nodes_[edit->by].separator = nodes_[edit->node].separator;
    }
    if (parent != kNoNode) note_edit(parent);
    begin = end;
  }
}

std::vector<NodeId> preorder(const Tree& tree, NodeId id) {
  std::vector<NodeId> order;
  std::vector<NodeId> todo;
  if (id != kNoNode) todo.push_back(id);
  if (id == tree.root()) order.reserve(tree.size());
  while (!todo.empty()) {
    const NodeId node = todo.back();
    todo.pop_back();
    order.push_back(node);
    const auto children = tree.children(node);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
  return order;
}

std::vector<NodeId> tokens_of(const Tree& tree, NodeId id) {
  std::vector<NodeId> tokens;
  std::vector<NodeId> todo;
  if (id != kNoNode) {
    tokens.reserve(tree[id].token_count());
    todo.push_back(id);
  }
  while (!todo.empty()) {
    NodeId node = todo.back();
    todo.pop_back();
    while (tree[node].child_count() == 1) node = tree.children(node)[0];
    if (tree[node].token_count() == 0) continue;
    if (tree[node].kind == NodeKind::kToken) tokens.push_back(node);
    const auto children = tree.children(node);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
  return tokens;
}

std::size_t count_nodes(const Tree& tree, NodeId id) {
  std::size_t count = 0;
  std::vector<NodeId> todo;
  if (id != kNoNode) todo.push_back(id);
  while (!todo.empty()) {
    NodeId node = todo.back();
    todo.pop_back();
    ++count;
    for (; tree[node].child_count() == 1; ++count) node = tree.children(node)[0];
    const auto children = tree.children(node);
    todo.insert(todo.end(), children.begin(), children.end());
  }
  return count;
}

bool is_inside(const Tree& tree, NodeId node, NodeId outer) {
  while (node != kNoNode && node != outer) node = tree[node].parent;
  return node == outer;
}

}  // namespace grabr
