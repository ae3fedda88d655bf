// A tree being reduced: the tree, what is known of its grammar, and the session that judges it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grammar/analysis.h"
#include "parse/parser.h"
#include "reduce/session.h"
#include "tree/tree.h"

namespace grabr {

class TreeWork {
 public:
  /// `tree` is the tree of the session's best text. `partial`: that need not parse, nor what comes
  /// of it.
  TreeWork(Session& session, const Parser& parser, const Analysis& analysis, Tree tree,
           bool partial = false);

  Session& session() const { return session_; }
  const Parser& parser() const { return parser_; }
  const Analysis& analysis() const { return analysis_; }
  const Grammar& grammar() const { return tree_.grammar(); }
  bool partial() const { return partial_; }
  Tree& tree() { return tree_; }
  const Tree& tree() const { return tree_; }

  Candidate candidate(std::span<const Edit> edits, std::string words) const;
  /// Asks whether the tree with these edits still fails, and makes them permanent if so.
  bool try_edits(std::span<const Edit> edits, std::string words);

  /// Parses the best text anew, so that every part is a subtree of the grammar again. When the text
  /// does not parse the tree becomes a partial one, or stays as it is if the text should parse.
  void reparse();

  /// Nodes that stand for tokens of this text; it is read by the grammar's lexer.
  NodeId add_text(std::string_view text);

  /// Tokens below each node, by NodeId; 0 for nodes that are not in the tree.
  std::vector<std::uint32_t> weights() const;

 private:
  Session& session_;
  const Parser& parser_;
  const Analysis& analysis_;
  Tree tree_;
  bool partial_;
};

/// How a user knows a node: its symbol's name, or "part".
std::string node_name(const Tree& tree, NodeId id);

}  // namespace grabr
