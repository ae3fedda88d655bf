// Derivation trees: nodes by index in one arena; leaves know their text and the skipped text before
// it, so that printing a tree gives exactly the parsed bytes.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/model/grammar.h"
#include "text/memory.h"
#include "text/shared_text.h"
#include "text/source.h"
#include "tree/chain_links.h"
#include "tree/node_store.h"
#include "tree/place_table.h"

namespace grabr {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

/// 28 bytes; a tree stores tokens, nodes without children, and chains of only children, in far
/// fewer. A token has no children and no alternative, any other node has no text of its own.
struct Node {
  NodeKind kind = NodeKind::kRule;
  std::uint8_t min = 0;         ///< kList: minimum number of elements
  bool separated : 1 = false;   ///< kList: children alternate element, separator, element, …
  bool opaque : 1 = false;      ///< kList: text that did not parse (parse/repair/partial.h)
  bool separator : 1 = false;   ///< it separates two elements of a list
  bool moved : 1 = false;       ///< the tokens below it are not contiguous in the tree's text
  bool cut : 1 = false;         ///< the tokens below it are not contiguous in the tree's text
  SymbolId symbol = kNoSymbol;  ///< kRule: nonterminal; kToken: terminal; kList, kOptional: the
                                ///< element's symbol where it is a single one
  NodeId parent = kNoNode;

  /// kRule, kGroup: index of the alternative.
  std::uint32_t alternative() const { return is_token() ? 0 : words_[0]; }
  void set_alternative(std::uint32_t alternative) { words_[0] = alternative; }
  std::uint32_t child_count() const { return is_token() ? 0 : words_[1]; }
  /// Number of tokens with a text in the subtree.
  std::uint32_t token_count() const {
    return is_token() ? std::uint32_t{words_[2] < words_[3]} : words_[3];
  }
  /// kToken: the skipped text before it.
  Span skipped() const { return is_token() ? Span{words_[0], words_[1]} : Span{}; }
  /// kToken: its own text.
  Span text() const { return is_token() ? Span{words_[2], words_[3]} : Span{}; }

 private:
  friend class Tree;

  bool is_token() const { return kind == NodeKind::kToken; }

  /// kToken: begin and end of its skipped text and of its own text. Otherwise: alternative, number
  /// of children, the only child or the index of the first child in the tree's table, and the
  /// number of tokens with a text.
  std::uint32_t words_[4] = {0, 0, 0, 0};
};
static_assert(sizeof(Node) == 28);

/// Children of a node, in order. An only child is stored here, so that a node need not store it.
class Children {
 public:
  Children(const NodeId* several, std::uint32_t count, NodeId only)
      : several_(several), count_(count), only_(only) {}

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  NodeId operator[](std::size_t i) const { return count_ == 1 ? only_ : several_[i]; }
  NodeId front() const { return (*this)[0]; }
  NodeId back() const { return (*this)[count_ - 1]; }
  const NodeId* data() const& { return count_ == 1 ? &only_ : several_; }
  const NodeId* begin() const& { return data(); }
  const NodeId* end() const& { return data() + count_; }
  auto rbegin() const& { return std::reverse_iterator(end()); }
  auto rend() const& { return std::reverse_iterator(begin()); }
  std::span<const NodeId> span() const& { return {data(), count_}; }
  /// Children of a node that has not exactly one; valid until the tree changes.
  std::span<const NodeId> several() const { return {several_, count_}; }

 private:
  const NodeId* several_;
  std::uint32_t count_;
  NodeId only_;
};

/// A difference between a candidate and its tree.
struct Edit {
  enum class Kind : std::uint8_t {
    kRemove,   ///< a list element (with one separator), the content of an optional part, any
               ///< subtree
    kReplace,  ///< by the subtree `by` of the same tree
  };
  Kind kind = Kind::kRemove;
  NodeId node = kNoNode;
  NodeId by = kNoNode;
};

class Tree {
 public:
  /// The spans of tokens refer to `text`.
  Tree(std::shared_ptr<const Grammar> grammar, std::string text);

  const Grammar& grammar() const { return *grammar_; }
  const std::shared_ptr<const Grammar>& grammar_ptr() const { return grammar_; }
  NodeId root() const { return root_; }
  std::size_t size() const { return places_.size(); }  ///< nodes ever made, even detached
  Node operator[](NodeId id) const {
    const std::uint32_t place = places_[id];
    switch (place & kForm) {
      case kFull: return nodes_[place];
      case kLeaf: return token(leaves_[place & ~kForm]);
      case kChain: return in_chain(id, chains_[place & ~kForm]);
      default: return without_children(empties_[place & ~kForm]);
    }
  }
  Children children(NodeId id) const {
    const std::uint32_t place = places_[id];
    if ((place & kForm) == kChain) return {nullptr, 1, id - 1};
    if ((place & kForm) != kFull) return {nullptr, 0, kNoNode};
    const Node& node = nodes_[place];
    const std::uint32_t count = node.child_count();
    return {count > 1 ? child_table_.data() + node.words_[2] : nullptr, count, node.words_[2]};
  }
  // Queries for very many nodes, answered without expanding a compact node to a Node.
  NodeId parent(NodeId id) const {
    const std::uint32_t place = places_[id];
    switch (place & kForm) {
      case kFull: return nodes_[place].parent;
      case kLeaf: return leaves_[place & ~kForm].parent;
      case kChain: return parent_in(chains_[place & ~kForm], id);
      default: return empties_[place & ~kForm].parent;
    }
  }
  bool is_token(NodeId id) const {
    const std::uint32_t place = places_[id];
    if ((place & kForm) == kFull) return nodes_[place].is_token();
    return (place & kForm) == kLeaf;
  }
  std::uint32_t token_count(NodeId id) const {
    const std::uint32_t place = places_[id];
    switch (place & kForm) {
      case kFull: return nodes_[place].token_count();
      case kLeaf: return std::uint32_t{leaves_[place & ~kForm].length > 0};
      case kChain: return chains_[place & ~kForm].tokens;
      default: return 0;
    }
  }
  bool moved(NodeId id) const {
    const std::uint32_t place = places_[id];
    switch (place & kForm) {
      case kFull: return nodes_[place].moved;
      case kLeaf: return leaves_[place & ~kForm].moved;
      case kChain: return chains_[place & ~kForm].moved;
      default: return false;
    }
  }
  bool cut(NodeId id) const {
    const std::uint32_t place = places_[id];
    switch (place & kForm) {
      case kFull: return nodes_[place].cut;
      case kLeaf: return leaves_[place & ~kForm].cut;
      case kChain: return is_cut_in(chains_[place & ~kForm], id);
      default: return empties_[place & ~kForm].cut;
    }
  }
  /// The links of nodes from this one down, each the only child of the one before and numbered one
  /// less, as far as they are stored together; empty if the node is not stored that way. Valid
  /// until the tree changes.
  std::span<const ChainLink> links_from(NodeId id) const {
    const std::uint32_t place = places_[id];
    if ((place & kForm) != kChain) return {};
    const Chain& chain = chains_[place & ~kForm];
    const std::uint32_t count = id + 1 - chain.lowest;
    return links_.range(chain.top + chain.length - count, count);
  }
  /// The node itself, or the nearest one below it that does not have exactly one child.
  NodeId below_only_children(NodeId id) const;
  std::string_view slice(Span span) const {
    const std::string_view text = text_;
    if (span.begin < text.size()) return text.substr(span.begin, span.size());
    return std::string_view(added_).substr(span.begin - text.size(), span.size());
  }
  /// The text that the tree was parsed from, without the texts of new tokens.
  std::string_view text() const { return text_; }
  /// Shares this text instead of keeping a copy, if both are equal.
  void share_text(const SharedText& text) {
    if (text_ == text) text_ = text;
  }
  std::string_view token_text(NodeId id) const {
    const std::uint32_t place = places_[id];
    if ((place & kForm) != kLeaf) return slice((*this)[id].text());
    const Leaf& leaf = leaves_[place & ~kForm];
    return slice({leaf.begin, leaf.begin + leaf.length});
  }

  // Building, bottom-up. Before set_root(), tokens must be added in text order, and a node must
  // cover adjacent nodes.
  NodeId add_token(SymbolId terminal, Span skipped, Span text);
  /// A token whose text is not in the input.
  NodeId add_new_token(SymbolId terminal, std::string_view text);
  /// Sets the children's parent. `node` supplies kind, symbol, alternative, min, separated.
  NodeId add_node(Node node, std::span<const NodeId> children);
  /// The link that represents a node with a single child in a chain.
  static ChainLink link_of(const Node& node);
  /// The chain extended by one node at its lower end.
  UnitChain longer(UnitChain chain, const ChainLink& link) { return links_.extend(chain, link); }
  /// Adds all nodes of a non-empty chain over a child: the same as adding them one by one from the
  /// lowest up, but cheaper. Returns the topmost.
  NodeId add_chain(UnitChain chain, NodeId child);
  void set_root(NodeId root, Span skipped_at_end);
  Span skipped_at_end() const { return skipped_at_end_; }

  /// Frees the data of this node and of those added before it, except some of the last ones. They
  /// must not be read again. Use it only while reading the tree in the order of its nodes.
  void forget_up_to(NodeId id);

  // Rebuilding: the leaves and their order do not change.
  /// Adds a node over some adjacent children of one or several other nodes.
  NodeId add_node_between(Node node, std::span<const NodeId> children);
  void set_children(NodeId id, std::span<const NodeId> children);

  // Editing. A node has one parent: to use a subtree twice, copy it.
  NodeId copy_subtree(NodeId id);
  /// Makes the edits permanent. They must be of distinct nodes, none inside another's. If a node is
  /// replaced by a subtree from inside itself, the rest of it is discarded; a subtree from
  /// elsewhere must be a copy.
  void apply(std::span<const Edit> edits);
  /// Makes `by` child number `index` of `parent` (kNoNode: the root).
  void set_child(NodeId parent, std::uint32_t index, NodeId by);
  std::uint32_t index_in_parent(NodeId id) const;

 private:
  /// A short token that follows at most a short skipped text.
  struct Leaf {
    static constexpr std::uint32_t kMaxShortBytes = 0xff;
    static constexpr std::uint32_t kNoSymbolHere = 0x1fff;

    NodeId parent = kNoNode;
    std::uint32_t begin = 0;  ///< where its text begins
    std::uint8_t length = 0;  ///< length of its text
    std::uint8_t skipped = 0;
    std::uint16_t symbol : 13 = 0;
    bool separator : 1 = false;
    bool cut : 1 = false;
    bool moved : 1 = false;
  };
  static_assert(sizeof(Leaf) == 12);
  /// Consecutively numbered nodes, from the lowest up, each the only child of the next; the lowest
  /// one's child is the node numbered before it.
  struct Chain {
    static constexpr std::uint32_t kTopBits = 0xfffff;
    static constexpr std::uint32_t kLengthBits = 0x1ff;

    NodeId lowest = kNoNode;
    NodeId parent = kNoNode;     ///< parent of the topmost node
    std::uint32_t tokens = 0;    ///< tokens below each of its nodes
    std::uint32_t top : 20 = 0;  ///< index in links_ of the topmost node's link; the others follow
    std::uint32_t length : 9 = 0;
    bool separator : 1 = false;  ///< is the topmost node a separator? The others are not
    bool cut : 1 = false;        ///< the same for `cut`
    bool moved : 1 = false;
  };
  static_assert(sizeof(Chain) == 16 && UnitChain::kMaxLinks <= Chain::kLengthBits);
  /// A node without children: a list without elements, an optional part that is absent.
  struct Empty {
    static constexpr std::uint32_t kLinkBits = ~std::uint32_t{0} >> 2;

    NodeId parent = kNoNode;
    std::uint32_t link : 30 = 0;  ///< index in links_ of its kind, symbol, …
    bool separator : 1 = false;
    bool cut : 1 = false;
  };
  // How a node is stored: the first two bits of its place.
  static constexpr std::uint32_t kFull = 0u << 30;   ///< in nodes_
  static constexpr std::uint32_t kLeaf = 1u << 30;   ///< in leaves_
  static constexpr std::uint32_t kChain = 2u << 30;  ///< in chains_
  static constexpr std::uint32_t kEmpty = 3u << 30;  ///< in empties_
  static constexpr std::uint32_t kForm = 3u << 30;

  Node token(const Leaf& leaf) const;
  Node in_chain(NodeId id, const Chain& chain) const;
  Node without_children(const Empty& empty) const;
  static void set_what_it_is(Node& node, const ChainLink& link);
  static bool is_cut_in(const Chain& chain, NodeId id) {
    return chain.cut && id == chain.lowest + chain.length - 1;
  }
  static NodeId parent_in(const Chain& chain, NodeId id) {
    return id == chain.lowest + chain.length - 1 ? chain.parent : id + 1;
  }
  NodeId* child_data(Node& node) {
    return node.child_count() <= 1 ? &node.words_[2] : child_table_.data() + node.words_[2];
  }
  NodeId add(const Node& node);
  static bool is_short(const Node& token);
  NodeId add_leaf(const Node& token);
  NodeId add_empty(const Node& node);
  Leaf* leaf_at(NodeId id);
  Empty* empty_at(NodeId id);
  Chain* chain_of(NodeId id);
  Chain& split_above(Chain& chain, NodeId id);
  Node& own(NodeId id);
  void set_parent(NodeId id, NodeId parent);
  void set_separator(NodeId id, bool separator);
  void set_cut(NodeId id);
  bool can_be_chain(const Node& node, NodeId child) const;
  NodeId add_links(UnitChain links, NodeId child);
  void set_only_child(NodeId id, NodeId only);
  void count_tokens(Node& node);
  /// `edits` are of children of `parent`, sorted by node number.
  void edit_children(NodeId parent, std::span<const Edit* const> edits);
  /// After changes to its children: updates token counts up to the root.
  void note_edit(NodeId parent);

  std::shared_ptr<const Grammar> grammar_;
  SharedText text_;
  std::string added_;  ///< texts of new tokens: their spans lie after text_
  PlaceTable places_;  ///< by node: how it is stored, and where
  NodeStore<Node> nodes_;
  NodeStore<Leaf> leaves_;
  NodeStore<Chain> chains_;
  NodeStore<Empty> empties_;
  ChainLinks links_;
  LargeArray<NodeId> child_table_;  ///< children of nodes that have several
  NodeId root_ = kNoNode;
  bool is_built_ = false;
  Span skipped_at_end_;
};

inline void Tree::set_what_it_is(Node& node, const ChainLink& link) {
  node.kind = link.kind;
  node.min = link.min;
  node.separated = link.separated;
  node.opaque = link.opaque;
  node.symbol = link.symbol;
  node.words_[0] = link.alternative;
}

inline Node Tree::token(const Leaf& leaf) const {
  Node node;
  node.kind = NodeKind::kToken;
  node.separator = leaf.separator;
  node.cut = leaf.cut;
  node.moved = leaf.moved;
  node.symbol = leaf.symbol == Leaf::kNoSymbolHere ? kNoSymbol : leaf.symbol;
  node.parent = leaf.parent;
  node.words_[0] = leaf.begin - leaf.skipped;
  node.words_[1] = node.words_[2] = leaf.begin;
  node.words_[3] = leaf.begin + leaf.length;
  return node;
}

inline Node Tree::without_children(const Empty& empty) const {
  Node node;
  set_what_it_is(node, links_[empty.link]);
  node.separator = empty.separator;
  node.cut = empty.cut;
  node.parent = empty.parent;
  return node;
}

inline Node Tree::in_chain(NodeId id, const Chain& chain) const {
  const std::uint32_t depth = chain.lowest + chain.length - 1 - id;
  const bool topmost = depth == 0;
  Node node;
  set_what_it_is(node, links_[chain.top + depth]);
  node.separator = topmost && chain.separator;
  node.cut = topmost && chain.cut;
  node.moved = chain.moved;
  node.parent = parent_in(chain, id);
  node.words_[1] = 1;
  node.words_[2] = id - 1;
  node.words_[3] = chain.tokens;
  return node;
}

inline NodeId Tree::below_only_children(NodeId id) const {
  for (;;) {
    const std::uint32_t place = places_[id];
    if ((place & kForm) == kChain) {
      id = chains_[place & ~kForm].lowest - 1;
      continue;
    }
    if ((place & kForm) != kFull) return id;
    const Node& node = nodes_[place];
    if (node.child_count() != 1) return id;
    id = node.words_[2];
  }
}

/// The number of nodes from this one down to the nearest one that does not have exactly one child,
/// itself included, and that node.
inline std::pair<std::uint32_t, NodeId> down_only_children(const Tree& tree, NodeId id) {
  std::uint32_t count = 1;
  for (;;) {
    const Children children = tree.children(id);
    if (children.size() != 1) return {count, id};
    const auto chained = static_cast<std::uint32_t>(tree.links_from(id).size());
    id = chained > 0 ? id - chained : children[0];
    count += chained > 0 ? chained : 1;
  }
}

/// Calls back with the nodes of a subtree in pre-order: parents first, children left to right.
template <class Visit>
void for_each_in(const Tree& tree, NodeId id, Visit visit) {
  std::vector<NodeId> todo;
  if (id != kNoNode) todo.push_back(id);
  while (!todo.empty()) {
    const NodeId node = todo.back();
    todo.pop_back();
    visit(node);
    const auto children = tree.children(node);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
}

/// Calls back with the nodes of a subtree that have no children, in order. Skips over chains.
template <class Visit>
void for_each_leaf_in(const Tree& tree, NodeId id, Visit visit) {
  std::vector<NodeId> todo;
  if (id != kNoNode) todo.push_back(id);
  while (!todo.empty()) {
    const NodeId node = tree.below_only_children(todo.back());
    todo.pop_back();
    const auto children = tree.children(node);
    if (children.empty()) visit(node);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
}

/// All nodes in pre-order.
std::vector<NodeId> preorder(const Tree& tree, NodeId id);
/// The subtree's tokens with a text, in order.
std::vector<NodeId> tokens_of(const Tree& tree, NodeId id);
/// Number of nodes in the subtree, including its root.
std::size_t count_nodes(const Tree& tree, NodeId id);
/// Is `node` equal to `outer` or below it?
bool is_inside(const Tree& tree, NodeId node, NodeId outer);

}  // namespace grabr
