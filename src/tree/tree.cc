#include "tree/tree.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace grabr {

Tree::Tree(std::shared_ptr<const Grammar> grammar, std::string text)
    : grammar_(std::move(grammar)), text_(std::move(text)) {}

NodeId Tree::add(const Node& node) {
  places_.push_back(static_cast<std::uint32_t>(nodes_.size()) | kFull);
  nodes_.push_back(node);
  return static_cast<NodeId>(places_.size() - 1);
}

bool Tree::is_short(const Node& token) {
  return token.skipped().end == token.text().begin && token.text().size() <= Leaf::kMaxShortBytes &&
         token.skipped().size() <= Leaf::kMaxShortBytes &&
         (token.symbol == kNoSymbol || token.symbol < Leaf::kNoSymbolHere);
}

NodeId Tree::add_leaf(const Node& token) {
  Leaf leaf;
  leaf.parent = token.parent;
  leaf.begin = token.text().begin;
  leaf.length = static_cast<std::uint8_t>(token.text().size());
  leaf.skipped = static_cast<std::uint8_t>(token.skipped().size());
  leaf.symbol = token.symbol & Leaf::kNoSymbolHere;
  leaf.moved = token.moved;
  places_.push_back(static_cast<std::uint32_t>(leaves_.size()) | kLeaf);
  leaves_.push_back(leaf);
  return static_cast<NodeId>(places_.size() - 1);
}

/// Adds a node without children, in compact form; it becomes a full Node when it gets children.
NodeId Tree::add_empty(const Node& node) {
  Empty empty;
  empty.link = links_.extend({}, link_of(node)).top & Empty::kLinkBits;
  places_.push_back(static_cast<std::uint32_t>(empties_.size()) | kEmpty);
  empties_.push_back(empty);
  return static_cast<NodeId>(places_.size() - 1);
}

Tree::Chain* Tree::chain_of(NodeId id) {
  const std::uint32_t place = places_[id];
  return (place & kForm) == kChain ? &chains_[place & ~kForm] : nullptr;
}

Tree::Leaf* Tree::leaf_at(NodeId id) {
  const std::uint32_t place = places_[id];
  return (place & kForm) == kLeaf ? &leaves_[place & ~kForm] : nullptr;
}

Tree::Empty* Tree::empty_at(NodeId id) {
  const std::uint32_t place = places_[id];
  return (place & kForm) == kEmpty ? &empties_[place & ~kForm] : nullptr;
}

/// Makes the node the topmost of its chain; the nodes above it become a separate chain. Returns the
/// node's chain.
Tree::Chain& Tree::split_above(Chain& chain, NodeId id) {
  const std::uint32_t length = id - chain.lowest + 1;
  if (length == chain.length) return chain;
  Chain above = chain;
  above.lowest = id + 1;
  above.length = (chain.length - length) & Chain::kLengthBits;
  places_.set(above.lowest, above.length, static_cast<std::uint32_t>(chains_.size()) | kChain);
  chain.top = (chain.top + above.length) & Chain::kTopBits;
  chain.length = length & Chain::kLengthBits;
  chain.separator = chain.cut = false;
  chain.parent = id + 1;
  chains_.push_back(above);
  return chain;
}

/// The node, stored in nodes_ from now on.
Node& Tree::own(NodeId id) {
  if ((places_[id] & kForm) != kFull) {
    if (Chain* const chain = chain_of(id)) {
      split_above(*chain, id);
      if (id != chain->lowest) split_above(*chain, id - 1);
    }
    const Node node = (*this)[id];
    places_.set(id, 1, static_cast<std::uint32_t>(nodes_.size()) | kFull);
    nodes_.push_back(node);
  }
  return nodes_[places_[id]];
}

void Tree::set_parent(NodeId id, NodeId parent) {
  if (Chain* const chain = chain_of(id)) split_above(*chain, id).parent = parent;
  else if (Leaf* const leaf = leaf_at(id)) leaf->parent = parent;
  else if (Empty* const empty = empty_at(id)) empty->parent = parent;
  else nodes_[places_[id]].parent = parent;
}

void Tree::set_separator(NodeId id, bool separator) {
  if (Chain* const chain = chain_of(id)) split_above(*chain, id).separator = separator;
  else if (Leaf* const leaf = leaf_at(id)) leaf->separator = separator;
  else if (Empty* const empty = empty_at(id)) empty->separator = separator;
  else nodes_[places_[id]].separator = separator;
}

void Tree::set_cut(NodeId id) {
  if (Chain* const chain = chain_of(id)) split_above(*chain, id).cut = true;
  else if (Leaf* const leaf = leaf_at(id)) leaf->cut = true;
  else if (Empty* const empty = empty_at(id)) empty->cut = true;
  else nodes_[places_[id]].cut = true;
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
  return is_short(node) ? add_leaf(node) : add(node);
}

NodeId Tree::add_new_token(SymbolId terminal, std::string_view text) {
  added_ += '\0';  // so that it is not adjacent to the text before it
  const auto begin = static_cast<std::uint32_t>(text_.size() + added_.size());
  added_ += text;
  const auto end = static_cast<std::uint32_t>(begin + text.size());
  const NodeId id = add_token(terminal, Span{begin, begin}, Span{begin, end});
  if (Leaf* const leaf = leaf_at(id)) leaf->moved = true;
  else nodes_[places_[id]].moved = true;
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
  if (children.empty() && !node.moved) return add_empty(node);
  if (children.size() == 1 && can_be_chain(node, children[0])) {
    const NodeId id = add_chain(links_.extend({}, link_of(node)), children[0]);
    chains_[chains_.size() - 1].cut = node.cut;
    return id;
  }
  node.words_[1] = node.words_[2] = 0;
  const NodeId id = add(node);
  set_children(id, children);
  return id;
}

ChainLink Tree::link_of(const Node& node) {
  return {node.kind, node.min, node.separated, node.opaque, node.symbol, node.alternative()};
}

/// Can the node start a chain of one? Its child must have been added last.
bool Tree::can_be_chain(const Node& node, NodeId child) const {
  return child + 1 == places_.size() && (!node.moved || moved(child)) &&
         links_.size() < Chain::kTopBits;
}

NodeId Tree::add_chain(UnitChain links, NodeId child) {
  const auto lowest = static_cast<NodeId>(places_.size());
  if (child + 1 != lowest || links.top + links.length > Chain::kTopBits) {
    return add_links(links, child);
  }
  set_parent(child, lowest);
  if (links_[links.top + links.length - 1u].separated) set_separator(child, false);
  Chain chain;
  chain.lowest = lowest;
  chain.top = links.top & Chain::kTopBits;
  chain.length = links.length & Chain::kLengthBits;
  chain.moved = moved(child);
  chain.tokens = token_count(child);
  places_.append(links.length, static_cast<std::uint32_t>(chains_.size()) | kChain);
  chains_.push_back(chain);
  return lowest + links.length - 1;
}

/// The nodes of a chain, one by one.
NodeId Tree::add_links(UnitChain links, NodeId child) {
  for (std::uint32_t i = links.length; i > 0; --i) {
    Node node;
    set_what_it_is(node, links_[links.top + i - 1]);
    child = add_node_between(node, {&child, 1});
  }
  return child;
}

void Tree::set_only_child(NodeId id, NodeId only) {
  set_parent(only, id);
  Node& node = nodes_[places_[id]];
  if (node.separated) set_separator(only, false);
  node.words_[1] = 1;
  node.words_[2] = only;
  node.words_[3] = token_count(only);
  node.moved |= moved(only);
}

void Tree::set_children(NodeId id, std::span<const NodeId> children) {
  Node& node = own(id);
  if (children.size() == 1) return set_only_child(id, children[0]);
  if (children.size() > std::max(node.words_[1], 1u)) {
    node.words_[2] = static_cast<std::uint32_t>(child_table_.size());
    child_table_.append(children);
    node.words_[1] = static_cast<std::uint32_t>(children.size());
  } else {
    std::uint32_t* const old = child_data(node);
    node.words_[1] = static_cast<std::uint32_t>(children.size());
    std::copy(children.begin(), children.end(), old);
  }
  node.words_[3] = 0;
  const bool is_moved = node.moved;
  for (std::size_t i = 0; i < children.size(); ++i) {
    set_parent(children[i], id);
    if (node.separated) set_separator(children[i], i % 2 == 1);
    if (is_moved) set_cut(children[i]);
    node.moved |= moved(children[i]) || (i > 0 && cut(children[i]));
    node.words_[3] += token_count(children[i]);
  }
}

void Tree::count_tokens(Node& node) {
  const std::span children(child_data(node), node.child_count());
  node.words_[3] = 0;
  for (const NodeId child : children) node.words_[3] += token_count(child);
}

void Tree::set_root(NodeId root, Span skipped_at_end) {
  root_ = root;
  is_built_ = true;
  skipped_at_end_ = skipped_at_end;
}

void Tree::forget_up_to(NodeId id) {
  const std::uint32_t place = places_[id];
  switch (place & kForm) {
    case kFull: return nodes_.forget_before(place);
    case kLeaf: return leaves_.forget_before(place & ~kForm);
    case kChain: return chains_.forget_before(place & ~kForm);
    default: return empties_.forget_before(place & ~kForm);
  }
}

NodeId Tree::copy_subtree(NodeId id) {
  const std::vector<NodeId> originals = preorder(*this, id);
  // Children come later in pre-order, so copying backwards finds their copies ready.
  std::vector<std::pair<NodeId, NodeId>> copies;
  copies.reserve(originals.size());
  for (auto it = originals.rbegin(); it != originals.rend(); ++it) {
    const Children of_original = this->children(*it);
    std::vector<NodeId> children(of_original.begin(), of_original.end());
    // The copies of a node's children are the most recent, the last child deepest in the stack.
    for (NodeId& child : children) {
      assert(copies.back().first == child);
      child = copies.back().second;
      copies.pop_back();
    }
    copies.emplace_back(*it, add_node_between((*this)[*it], children));
  }
  return copies.back().second;
}

std::uint32_t Tree::index_in_parent(NodeId id) const {
  const auto siblings = children((*this)[id].parent);
  const auto found = std::find(siblings.begin(), siblings.end(), id);
  assert(found != siblings.end());
  return static_cast<std::uint32_t>(found - siblings.begin());
}

void Tree::set_child(NodeId parent, std::uint32_t index, NodeId by) {
  set_parent(by, parent);
  if (parent == kNoNode) {
    root_ = by;
  } else {
    NodeId& child = child_data(own(parent))[index];
    set_separator(by, (*this)[child].separator);
    child = by;
    set_cut(by);
    if (index + 1 < (*this)[parent].child_count()) set_cut(children(parent)[index + 1]);
    note_edit(parent);
  }
}

void Tree::edit_children(NodeId parent, std::span<const Edit* const> edits) {
  Node& node = own(parent);
  NodeId* const children = child_data(node);
  const bool separated = node.kind == NodeKind::kList && node.separated;
  const auto edited = [&](NodeId child) {
    const auto at = std::lower_bound(edits.begin(), edits.end(), child,
                                     [](const Edit* edit, NodeId id) { return edit->node < id; });
    return at != edits.end() && (*at)->node == child ? (*at)->by : child;
  };
  std::uint32_t kept = 0;
  bool cut = false;  // an earlier neighbour was removed
  const auto keep = [&](NodeId now, NodeId before) {
    if (cut || now != before) set_cut(now);
    cut = now != before;
    children[kept++] = now;
  };
  for (std::uint32_t i = 0; i < node.child_count(); i += separated ? 2 : 1) {
    const NodeId child = edited(children[i]);
    if (child == kNoNode) {
      cut = true;
      continue;
    }
    // An element keeps the separator before it, except for the first.
    if (separated && kept > 0) keep(edited(children[i - 1]), children[i - 1]);
    keep(child, children[i]);
  }
  node.words_[1] = kept;
  if (kept == 1) node.words_[2] = children[0];
}

void Tree::note_edit(NodeId parent) {
  Node& changed = own(parent);
  const std::uint32_t before = changed.token_count();
  count_tokens(changed);
  const std::uint32_t more = changed.token_count() - before;
  changed.moved = true;
  for (NodeId up = changed.parent; up != kNoNode;) {
    if (Chain* const chain = chain_of(up)) {
      if (more == 0 && chain->moved) break;
      chain->tokens += more;
      chain->moved = true;
      up = chain->parent;
    } else {
      Node& node = nodes_[places_[up]];
      if (more == 0 && node.moved) break;
      node.words_[3] += more;
      node.moved = true;
      up = node.parent;
    }
  }
}

void Tree::apply(std::span<const Edit> edits) {
  std::vector<const Edit*> sorted;
  for (const Edit& edit : edits) sorted.push_back(&edit);
  std::sort(sorted.begin(), sorted.end(), [&](const Edit* a, const Edit* b) {
    return std::pair((*this)[a->node].parent, a->node) <
           std::pair((*this)[b->node].parent, b->node);
  });
  for (std::size_t begin = 0; begin < sorted.size();) {
    const NodeId parent = (*this)[sorted[begin]->node].parent;
    std::size_t end = begin;
    while (end < sorted.size() && (*this)[sorted[end]->node].parent == parent) ++end;
    const std::span<const Edit* const> run(sorted.data() + begin, end - begin);
    if (parent == kNoNode) root_ = run[0]->by;
    else edit_children(parent, run);
    for (const Edit* edit : run) {
      set_parent(edit->node, kNoNode);
      if (edit->by == kNoNode) continue;
      set_parent(edit->by, parent);
      set_separator(edit->by, (*this)[edit->node].separator);
    }
    if (parent != kNoNode) note_edit(parent);
    begin = end;
  }
}

std::vector<NodeId> preorder(const Tree& tree, NodeId id) {
  std::vector<NodeId> order;
  if (id == tree.root()) order.reserve(tree.size());
  for_each_in(tree, id, [&](NodeId node) { order.push_back(node); });
  return order;
}

std::vector<NodeId> tokens_of(const Tree& tree, NodeId id) {
  std::vector<NodeId> tokens;
  if (id != kNoNode) tokens.reserve(tree.token_count(id));
  for_each_leaf_in(tree, id, [&](NodeId leaf) {
    if (tree.token_count(leaf) > 0) tokens.push_back(leaf);
  });
  return tokens;
}

std::size_t count_nodes(const Tree& tree, NodeId id) {
  std::size_t count = 0;
  std::vector<NodeId> todo;
  if (id != kNoNode) todo.push_back(id);
  while (!todo.empty()) {
    const auto [nodes, node] = down_only_children(tree, todo.back());
    todo.pop_back();
    count += nodes;
    const auto children = tree.children(node);
    todo.insert(todo.end(), children.begin(), children.end());
  }
  return count;
}

bool is_inside(const Tree& tree, NodeId node, NodeId outer) {
  while (node != kNoNode && node != outer) node = tree.parent(node);
  return node == outer;
}

}  // namespace grabr
