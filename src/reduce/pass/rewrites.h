// The grammar's rewrite templates (grammar/model/grammar.h, RewriteTemplate) as edits of a tree.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "grammar/model/grammar.h"
#include "reduce/pass/tree_editor.h"
#include "tree/tree.h"

namespace grabr {

/// A template, and the parts of one node that it uses.
struct Rewrite {
  NodeId node = kNoNode;  ///< the node to replace
  const RewriteTemplate* how = nullptr;
  int number = 0;             ///< the template's number among all of the grammar
  std::vector<NodeId> parts;  ///< by piece of the template; kNoNode for texts
  std::uint32_t tokens = 0;

  /// Is the whole replaced by one of its parts and nothing else?
  bool one_part() const { return parts.size() == 1 && parts[0] != kNoNode; }
};

class Rewrites {
 public:
  explicit Rewrites(const TreeEditor& work);

  bool none() const { return by_symbol_.empty(); }
  /// The text between two parts.
  std::string_view blank() const { return blank_; }

  /// The results of the node's own templates, then of those of the rules in its unit chain, if they
  /// have fewer tokens and the grammar allows them in its place. `weights` has the tokens below
  /// each node.
  std::vector<Rewrite> of(NodeId node, std::span<const std::uint32_t> weights) const;

  /// Makes the replacement: the part itself, or a group with copies of the parts.
  static NodeId make(TreeEditor& work, const Rewrite& rewrite);

 private:
  struct Templates {
    std::span<const RewriteTemplate> all;
    int first = 0;  ///< the number of the first one
  };

  Templates templates(SymbolId symbol) const;
  bool find_parts(NodeId node, Rewrite& rewrite, std::span<const std::uint32_t> weights) const;
  NodeId nearest(NodeId node, SymbolId symbol, std::uint32_t number) const;
  bool allowed(NodeId place, const Rewrite& rewrite) const;

  const TreeEditor& work_;
  std::string_view blank_;  ///< between two parts
  std::map<SymbolId, Templates> by_symbol_;
};

}  // namespace grabr
