// Derivation trees: nodes by index in one arena, leaves that know the text they stand for and the
// skipped text before it, so that printing a tree gives back the parsed bytes exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/grammar.h"
#include "text/source.h"

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

struct Node {
  NodeKind kind = NodeKind::kRule;
  bool separated = false;         ///< kList: children alternate element, separator, element, …
  std::uint8_t min = 0;           ///< kList: how many elements must stay
  bool opaque = false;            ///< kList: text that did not parse (parse/partial.h)
  SymbolId symbol = kNoSymbol;    ///< kRule: nonterminal; kToken: terminal; kList, kOptional: the
                                  ///< element's symbol where it is a single one
  std::uint32_t alternative = 0;  ///< kRule, kGroup: index of the alternative
  NodeId parent = kNoNode;
  std::uint32_t first_child = 0;  ///< into the tree's child table
  std::uint32_t child_count = 0;
  Span skipped;                   ///< kToken: text passed over before it
  Span text;                      ///< kToken: its own text
};

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
    return {child_table_.data() + nodes_[id].first_child, nodes_[id].child_count};
  }
  std::string_view slice(Span span) const {
    return std::string_view(text_).substr(span.begin, span.size());
  }
  std::uint32_t text_size() const { return static_cast<std::uint32_t>(text_.size()); }
  std::string_view token_text(NodeId id) const { return slice(nodes_[id].text); }

  // Building, bottom-up.
  NodeId add_token(SymbolId terminal, Span skipped, Span text);
  /// A token whose text is not in the input.
  NodeId add_new_token(SymbolId terminal, std::string_view text);
  /// Sets the children's parent. `node` gives kind, symbol, alternative, min, separated.
  NodeId add_node(Node node, std::span<const NodeId> children);
  void set_root(NodeId root, Span skipped_at_end);
  Span skipped_at_end() const { return skipped_at_end_; }

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
  std::vector<Node> nodes_;
  std::vector<NodeId> child_table_;
  NodeId root_ = kNoNode;
  Span skipped_at_end_;

  /// `edits` are of children of `parent`, by number of node.
  void edit_children(NodeId parent, std::span<const Edit* const> edits);
};

/// Nodes of a subtree in pre-order (parents first, children left to right).
std::vector<NodeId> preorder(const Tree& tree, NodeId id);

}  // namespace grabr
