// A tree and its edits: finds the edits that the grammar allows, and makes the texts that they
// give. It does not test texts; TreeWork (reduce/pass/tree_work.h) does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "parse/parser.h"
#include "reduce/core/session.h"
#include "reduce/minimizer/minimize.h"
#include "reduce/pass/introductions.h"
#include "tree/tree.h"

namespace grabr {

/// Options for deleting nodes.
struct DeletionPolicy {
  bool texts = true;  ///< replace nodes that may not go by cheapest texts; if false, keep them
  std::set<NodeId> staying = {};  ///< nodes that are not removed even if they may go
  /// For removable_nodes: groups of indices whose nodes go or stay together.
  std::vector<std::vector<std::uint32_t>> together = {};
};

class TreeEditor {
 public:
  /// `tree` is the tree of `text`, which must outlive this object and is updated elsewhere. No
  /// candidate has more than `most_bytes`. If `partial`, neither the text nor its candidates need
  /// to parse.
  TreeEditor(const Parser& parser, const Analysis& analysis, Tree tree, const SharedText& text,
             std::size_t most_bytes, bool partial = false);
  TreeEditor(const Parser&, const Analysis&, Tree, SharedText&&, std::size_t,
             bool = false) = delete;

  const Parser& parser() const { return parser_; }
  const Analysis& analysis() const { return analysis_; }
  const Grammar& grammar() const { return tree_.grammar(); }
  bool partial() const { return partial_; }
  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }
  const std::string& text() const { return text_.str(); }

  /// Changes with each change of the tree.
  std::uint64_t version() const { return version_; }

  // Texts.

  /// The text of the tree with these edits, if it is a sentence (or the tree is partial) and may
  /// replace the current text. Otherwise the current text, which a session never accepts. A text
  /// with fewer tokens may have more bytes, up to `most_bytes`. In classic grammars it may not,
  /// because their tokens are literals of any length and depend on the derivation.
  Candidate candidate(std::span<const Edit> edits, std::string words) const;
  /// The same, if it has fewer tokens and no more bytes than the text, or equally many tokens and
  /// fewer bytes; otherwise the current text. No edit may add tokens.
  Candidate smaller_candidate(std::span<const Edit> edits, std::string words) const;

  /// Makes all further candidates carry Candidate::tokens.
  void compare_tokens() { compares_tokens_ = true; }
  /// Candidate::tokens of the text with these edits, if candidates carry them. Empty if the text
  /// between tokens may have a meaning: in texts that do not parse, and if the language is not
  /// known.
  std::optional<Hash128> tokens_after(std::span<const Edit> edits) const;

  // Changing the tree.

  /// Makes edits permanent, including the unused introductions that their candidate removes.
  void apply(std::span<const Edit> edits);
  /// Parses the text again, so that every part is a subtree of the grammar again. If the text does
  /// not parse, the tree becomes a partial one if `partial`, and otherwise does not change.
  void reparse();
  /// Replaces the tree by another one of the same text.
  void take(Tree tree);

  // Introductions that lose their last use (reduce/pass/introductions.h). The editor learns whether
  // the test rejects unused ones: until that is known, some rejected candidates are also tried
  // without them.

  /// Called after the candidate of these edits was rejected. Returns whether a candidate that also
  /// removes the introductions they leave unused is worth a test; if so, candidates are of that
  /// kind until the next call.
  bool retry_without_unused(std::span<const Edit> edits);
  /// Makes edits permanent after their candidate was interesting, and learns from it.
  void accept(std::span<const Edit> edits);

  // Queries.

  /// Tokens below each node, by NodeId; 0 for nodes that are not in the tree.
  std::vector<std::uint32_t> weights() const;

  /// May the node be deleted without a replacement? True for a list element (but not the last one
  /// of a list that needs one), the content of an optional part, and a node whose symbol derives
  /// the empty string.
  bool removable(NodeId node) const;
  /// The symbol expected in the node's place: its own, unless it has replaced another node.
  SymbolId place(NodeId node) const;
  /// May a subtree of that symbol replace `node`?
  bool fits(NodeId node, SymbolId symbol) const;
  /// May `other`, a rule node or a token, replace `node`?
  bool node_fits(NodeId node, NodeId other) const;
  /// The fewest tokens that can replace `node`; 0 if it may be deleted.
  std::uint32_t least_tokens(NodeId node) const;
  /// The cheapest text of the symbol expected in the node's place; null if there is none.
  const CheapestText* cheapest_text(NodeId node) const;
  /// Has the cheapest text fewer tokens and no more bytes than the node, or equally many tokens and
  /// fewer bytes?
  bool shrinks_to_text(NodeId node) const;
  bool attached(NodeId node) const;
  /// Is it a separator of a list?
  bool separates(NodeId node) const { return tree_[node].separator; }

  // Construction.

  /// Edits that leave as little as possible of each node; no node may be inside another. Removable
  /// nodes are removed; others become their symbol's cheapest text, and so does the last element of
  /// a list that needs one. Nodes no larger than that text get no edit.
  std::vector<Edit> leave_out(std::span<const NodeId> nodes, const DeletionPolicy& policy = {});
  /// Adds a node with the tokens of this text, as the grammar's lexer reads it.
  NodeId add_text(std::string_view text);

 private:
  const Parser& parser_;
  const Analysis& analysis_;
  Tree tree_;
  const SharedText& text_;
  std::size_t most_bytes_;
  bool partial_;
  bool compares_tokens_ = false;
  std::uint64_t version_ = 0;
  std::map<NodeId, SymbolId> places_;   ///< the expected symbols of nodes that replaced others
  std::map<NodeId, NodeId> stand_ins_;  ///< node → its cheapest text as a node, made once
  enum class Unused : std::uint8_t { kNotKnown, kTried, kGoes, kMayStay };
  Unused unused_ = Unused::kNotKnown;
  int tries_ = 0;  ///< rejected candidates that leave introductions unused
  std::shared_ptr<const Introductions> introductions_;  ///< of the tree; made on demand

  void find_introductions();

  std::vector<Edit> unused_after(std::span<const Edit> edits) const;
  /// The edits, and if unused introductions must go, those that remove them.
  std::vector<Edit> complete(std::span<const Edit> edits) const;
  Candidate sentence_or_same(Candidate candidate, std::span<const Edit> edits) const;
};

/// Nodes of a tree as removable things: a candidate deletes the nodes that are not kept
/// (TreeEditor::leave_out), and a success changes the tree. Weights are numbers of tokens. No node
/// may be inside another.
RemovableList removable_nodes(TreeEditor& editor, std::vector<NodeId> nodes, std::uint32_t min = 0,
                              DeletionPolicy policy = {});

/// A node's name for users: its symbol's name, or "part".
std::string node_name(const Tree& tree, NodeId id);

}  // namespace grabr
