// Derivation trees: nodes by index in one arena, leaves that know the text they stand for and the
// skipped text before it, so that printing a tree gives back the parsed bytes exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/grammar.h"
#include "text/source.h"
#include "tree/node_store.h"

namespace grabr {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

enum class NodeKind : std::uint8_t {
  kRule,      ///< a nonterminal and the alternative it was expanded by
  kToken,     ///< a leaf: text of a terminal
  kList,      ///< a repetition: elements, with separators between them when `separated`
  kOptional,  ///< an optional part: one child or none
  kGroup,     ///< a parenthesised part of a rule
};

/// 28 bytes: a token has no children and no alternative, anything else has no text of its own.
struct Node {
  NodeKind kind = NodeKind::kRule;
  std::uint8_t min = 0;        ///< kList: how many elements must stay
  bool separated : 1 = false;  ///< kList: children alternate element, separator, element, …
  bool opaque : 1 = false;     ///< kList: text that did not parse (parse/repair/partial.h)
  bool separator : 1 = false;  ///< stands between two elements of a list
  bool moved : 1 = false;      ///< the tokens below it do not stand side by side in the tree's text
  SymbolId symbol = kNoSymbol;  ///< kRule: nonterminal; kToken: terminal; kList, kOptional: the
                                ///< element's symbol where it is a single one
  NodeId parent = kNoNode;

  /// kRule, kGroup: index of the alternative.
  std::uint32_t alternative() const { return is_token() ? 0 : words_[0]; }
  void set_alternative(std::uint32_t alternative) { words_[0] = alternative; }
  std::uint32_t child_count() const { return is_token() ? 0 : words_[1]; }
  /// Tokens with a text: of the subtree.
  std::uint32_t token_count() const {
    return is_token() ? std::uint32_t{words_[2] < words_[3]} : words_[3];
  }
  /// kToken: text passed over before it.
  Span skipped() const { return is_token() ? Span{words_[0], words_[1]} : Span{}; }
  /// kToken: its own text.
  Span text() const { return is_token() ? Span{words_[2], words_[3]} : Span{}; }

 private:
  friend class Tree;

  bool is_token() const { return kind == NodeKind::kToken; }

  /// kToken: begin and end of the text skipped and of its own text. Else: alternative, number of
  /// children, the only child or where children begin in the tree's table, tokens with a text.
  std::uint32_t words_[4] = {0, 0, 0, 0};
};
static_assert(sizeof(Node) == 28);

/// One place where a candidate differs from its tree.
struct Edit {
  enum class Kind : std::uint8_t {
    kRemove,   ///< a list element (with one separator), the content of an optional, any subtree
    kReplace,  ///< by the subtree `by` of the same tree
  };
  Kind kind = Kind::kRemove;
  NodeId node = kNoNode;
  NodeId by = kNoNode;
};

class Tree {
 public:
  /// `text` is what the spans of tokens point into.
  Tree(std::shared_ptr<const Grammar> grammar, std::string text);

  const Grammar& grammar() const { return *grammar_; }
  const std::shared_ptr<const Grammar>& grammar_ptr() const { return grammar_; }
  NodeId root() const { return root_; }
  std::size_t size() const { return nodes_.size(); }  ///< nodes ever made, detached ones included
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  std::span<const NodeId> children(NodeId id) const {
    const Node& node = nodes_[id];
    const std::uint32_t count = node.child_count();
    return {count <= 1 ? &node.words_[2] : child_table_.data() + node.words_[2], count};
  }
  std::string_view slice(Span span) const {
    return std::string_view(text_).substr(span.begin, span.size());
  }
  std::uint32_t text_size() const { return static_cast<std::uint32_t>(text_.size()); }
  std::string_view token_text(NodeId id) const { return slice(nodes_[id].text()); }

  // Building, bottom-up. Before set_root() tokens come in the order of the text, and a node is over
  // what stands side by side there.
  NodeId add_token(SymbolId terminal, Span skipped, Span text);
  /// A token whose text is not in the input.
  NodeId add_new_token(SymbolId terminal, std::string_view text);
  /// Sets the children's parent. `node` gives kind, symbol, alternative, min, separated.
  NodeId add_node(Node node, std::span<const NodeId> children);
  void set_root(NodeId root, Span skipped_at_end);
  Span skipped_at_end() const { return skipped_at_end_; }

  // Rebuilding: the leaves and their order stay the same.
  /// A node over some of the children of another, or of several, that stand side by side.
  NodeId add_node_between(Node node, std::span<const NodeId> children);
  void set_children(NodeId id, std::span<const NodeId> children);

  // Editing. A node has one parent: to use a subtree twice, copy it.
  NodeId copy_subtree(NodeId id);
  /// Makes the edits permanent. Edits must be of distinct nodes, none inside another's. A subtree
  /// that replaces the node it stands in leaves nothing behind; one from elsewhere must be a copy.
  void apply(std::span<const Edit> edits);
  /// Puts `by` where child number `index` of `parent` is (`parent` kNoNode: the root).
  void set_child(NodeId parent, std::uint32_t index, NodeId by);
  std::uint32_t index_in_parent(NodeId id) const;

 private:
  std::shared_ptr<const Grammar> grammar_;
  std::string text_;
  NodeStore<Node> nodes_;
  std::vector<NodeId> child_table_;  ///< of nodes with several
  NodeId root_ = kNoNode;
  bool is_built_ = false;
  Span skipped_at_end_;

  NodeId* child_data(Node& node) {
    return node.child_count() <= 1 ? &node.words_[2] : child_table_.data() + node.words_[2];
  }
  NodeId add(const Node& node);
  void set_only_child(NodeId id, NodeId only);
  void count_tokens(Node& node);
  /// `edits` are of children of `parent`, by number of node.
  void edit_children(NodeId parent, std::span<const Edit* const> edits);
  /// After its children have changed: counts tokens anew, up to the root.
  void note_edit(NodeId parent);
};

/// Nodes of a subtree in pre-order (parents first, children left to right).
std::vector<NodeId> preorder(const Tree& tree, NodeId id);
/// Its tokens with a text, in order.
std::vector<NodeId> tokens_of(const Tree& tree, NodeId id);
/// Its nodes, itself included.
std::size_t count_nodes(const Tree& tree, NodeId id);
/// Is `node` the node `outer`, or below it?
bool is_inside(const Tree& tree, NodeId node, NodeId outer);

}  // namespace grabr
