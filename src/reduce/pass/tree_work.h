// A tree being reduced: the tree, what is known of its grammar, and the session that judges it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "parse/parser.h"
#include "reduce/pass/learnt.h"
#include "reduce/minimizer/minimizer.h"
#include "reduce/core/session.h"
#include "tree/tree.h"

namespace grabr {

/// What is left of nodes that are left out.
struct Leavings {
  bool texts = true;            ///< cheapest texts of those that may not go; else they stay
  std::set<NodeId> staying = {};  ///< those that do not go even where they may
};

class TreeWork {
 public:
  /// `tree` is the tree of the session's best text. `partial`: that need not parse, nor what comes
  /// of it.
  /// `lists`: how lists are minimised by minimize(); passes that have a way of their own ignore it.
  TreeWork(Session& session, const Parser& parser, const Analysis& analysis, Tree tree,
           bool partial = false, ListReducer lists = {});

  Session& session() const { return session_; }
  const Parser& parser() const { return parser_; }
  const Analysis& analysis() const { return analysis_; }
  const Grammar& grammar() const { return tree_.grammar(); }
  bool partial() const { return partial_; }
  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }

  /// Another number after each change of the tree.
  std::uint64_t version() const { return version_; }
  Learnt& learnt() { return learnt_; }
  const Learnt& learnt() const { return learnt_; }
  /// The question about the node as it stands now, to be remembered when the answer is "no".
  std::optional<Hash128> question(NodeId node, std::string_view words) {
    return learnt_.tried.key(tree_, version_, node, words);
  }

  // Asking.

  /// The tree with these edits, if the grammar takes that, or the tree is partial; and if it may
  /// follow the best text. If not it is the best text itself, which the session knows and never
  /// accepts. Fewer tokens are worth some bytes, but never more bytes than the original has; in a
  /// classic grammar, where one token is a literal of any length and another derivation of the
  /// same text has other tokens, they are worth none.
  Candidate candidate(std::span<const Edit> edits, std::string words) const;
  /// The same, if it has fewer tokens and no more bytes than the best text, or as many tokens and
  /// fewer bytes; if not the best text, too. No edit may add tokens.
  Candidate smaller_candidate(std::span<const Edit> edits, std::string words) const;
  /// Asks whether the tree with these edits still fails, and makes them permanent if so.
  bool try_edits(std::span<const Edit> edits, std::string words);
  /// Makes edits permanent that have been asked for already.
  void apply(std::span<const Edit> edits);

  /// Parses the best text anew, so that every part is a subtree of the grammar again. When the text
  /// does not parse the tree becomes a partial one, or stays as it is if the text should parse.
  void reparse();
  /// Goes on with that tree, which is another one of the best text.
  void take(Tree tree);

  /// Drops from a list what can go, by the list minimiser given. Asks about dropping a last thing,
  /// too, which some minimisers never do.
  Kept minimize(const RemovableList& list) const;

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

  /// Edits that leave as little as possible of each of the nodes, none of which may stand inside
  /// another: what may go goes, anything else becomes its symbol's cheapest text. Of a list that
  /// needs an element the last one becomes a cheapest text. Nodes that are no larger than that stay
  /// as they are and have no edit.
  std::vector<Edit> leave_out(std::span<const NodeId> nodes, const Leavings& leavings = {});
  /// Nodes that stand for tokens of this text; it is read by the grammar's lexer.
  NodeId add_text(std::string_view text);

 private:
  Session& session_;
  const Parser& parser_;
  const Analysis& analysis_;
  Tree tree_;
  bool partial_;
  ListReducer lists_;
  std::uint64_t version_ = 0;
  Learnt learnt_;
  std::map<NodeId, SymbolId> places_;  ///< of nodes that replaced others
  std::map<NodeId, NodeId> stand_ins_; ///< cheapest texts, made once, by what they stand in for
};

/// Nodes of a tree as things to be removed: a candidate leaves out (TreeWork::leave_out) those that
/// are not kept, a success changes the tree. Their weights are their tokens. The nodes must not
/// stand inside each other.
RemovableList removable_nodes(TreeWork& work, std::vector<NodeId> nodes, std::uint32_t min = 0,
                              Leavings leavings = {});

/// How a user knows a node: its symbol's name, or "part".
std::string node_name(const Tree& tree, NodeId id);

}  // namespace grabr
