// A tree under edit: what may stand where in it, and the texts that edits of it give. It asks
// nobody whether a text is interesting: TreeWork (reduce/pass/tree_work.h) does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "parse/parser.h"
#include "reduce/core/session.h"
#include "reduce/minimizer/minimize.h"
#include "tree/tree.h"

namespace grabr {

/// What takes the place of deleted nodes.
struct DeletionPolicy {
  bool texts = true;              ///< cheapest texts of those that may not go; else they stay
  std::set<NodeId> staying = {};  ///< those that do not go even where they may
};

class TreeEditor {
 public:
  /// `tree` is the tree of `text`, which changes with it and lives as long; no edit gives more than
  /// `most_bytes`. `partial`: the text need not parse, nor what comes of it.
  TreeEditor(const Parser& parser, const Analysis& analysis, Tree tree, const std::string& text,
             std::size_t most_bytes, bool partial = false);

  const Parser& parser() const { return parser_; }
  const Analysis& analysis() const { return analysis_; }
  const Grammar& grammar() const { return tree_.grammar(); }
  bool partial() const { return partial_; }
  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }
  const std::string& text() const { return text_; }

  /// Another number after each change of the tree.
  std::uint64_t version() const { return version_; }

  // Texts.

  /// The tree with these edits, if the grammar takes that, or the tree is partial; and if it may
  /// follow the text. If not it is the text itself, which a session knows and never accepts. Fewer
  /// tokens are worth some bytes, but never more than `most_bytes`; in a classic grammar, where one
  /// token is a literal of any length and another derivation of the same text has other tokens,
  /// they are worth none.
  Candidate candidate(std::span<const Edit> edits, std::string words) const;
  /// The same, if it has fewer tokens and no more bytes than the text, or as many tokens and
  /// fewer bytes; if not the text, too. No edit may add tokens.
  Candidate smaller_candidate(std::span<const Edit> edits, std::string words) const;

  // Changing the tree.

  /// Makes edits permanent.
  void apply(std::span<const Edit> edits);
  /// Parses the text anew, so that every part is a subtree of the grammar again. When the text
  /// does not parse the tree becomes a partial one, or stays as it is if the text should parse.
  void reparse();
  /// Goes on with that tree, which is another one of the text.
  void take(Tree tree);

  // Knowing.

  /// Tokens below each node, by NodeId; 0 for nodes that are not in the tree.
  std::vector<std::uint32_t> weights() const;

  /// May it go without leaving anything behind: a list element (in a list that needs one, if it is
  /// not the last), the content of an optional part, a node whose symbol derives the empty string?
  bool removable(NodeId node) const;
  /// The symbol that the node's place asks for: its own, unless it was put there for another.
  SymbolId place(NodeId node) const;
  /// May a subtree of that symbol stand where `node` stands?
  bool fits(NodeId node, SymbolId symbol) const;
  /// May `other`, a rule's node or a token, stand where `node` stands?
  bool node_fits(NodeId node, NodeId other) const;
  /// Fewest tokens that can stand where `node` stands: 0 where it may go.
  std::uint32_t least_tokens(NodeId node) const;
  /// The cheapest text of the symbol that the node's place asks for; null where there is none.
  const CheapestText* cheapest_text(NodeId node) const;
  /// Has that fewer tokens and no more bytes than the node, or as many tokens and fewer bytes?
  bool shrinks_to_text(NodeId node) const;
  bool attached(NodeId node) const;
  /// Does it stand between two elements of a list?
  bool separates(NodeId node) const { return tree_[node].separator; }

  // Making.

  /// Edits that leave as little as possible of each of the nodes, none of which may be inside
  /// another: what may go goes, anything else becomes its symbol's cheapest text. Of a list that
  /// needs an element the last one becomes a cheapest text. Nodes that are no larger than that stay
  /// as they are and have no edit.
  std::vector<Edit> leave_out(std::span<const NodeId> nodes, const DeletionPolicy& policy = {});
  /// Nodes that stand for tokens of this text; it is read by the grammar's lexer.
  NodeId add_text(std::string_view text);

 private:
  const Parser& parser_;
  const Analysis& analysis_;
  Tree tree_;
  const std::string& text_;
  std::size_t most_bytes_;
  bool partial_;
  std::uint64_t version_ = 0;
  std::map<NodeId, SymbolId> places_;   ///< of nodes that replaced others
  std::map<NodeId, NodeId> stand_ins_;  ///< cheapest texts, made once, by what they stand in for

  Candidate sentence_or_same(Candidate candidate) const;
};

/// Nodes of a tree as things to be removed: a candidate leaves out (TreeEditor::leave_out) those
/// that are not kept, a success changes the tree. Their weights are their tokens. The nodes must
/// not stand inside each other.
RemovableList removable_nodes(TreeEditor& editor, std::vector<NodeId> nodes, std::uint32_t min = 0,
                              DeletionPolicy policy = {});

/// How a user knows a node: its symbol's name, or "part".
std::string node_name(const Tree& tree, NodeId id);

}  // namespace grabr
