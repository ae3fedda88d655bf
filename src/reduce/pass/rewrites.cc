#include "reduce/pass/rewrites.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "grammar/lex/lexer.h"
#include "parse/parser.h"
#include "parse/tokens/tokenize.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The child that is a rule and has all tokens of the node, or kNoNode.
NodeId only_part(const Tree& tree, NodeId node, std::span<const std::uint32_t> weights) {
  for (const NodeId child : tree.children(node)) {
    if (weights[child] == weights[node] && tree[child].kind == NodeKind::kRule) return child;
  }
  return kNoNode;
}

}  // namespace

Rewrites::Rewrites(const TreeEditor& work) : work_(work), blank_(between_parts(work.grammar())) {
  int number = 0;
  for (const auto& [symbol, templates] : work.grammar().hints.rewrites) {
    if (!templates.empty()) by_symbol_.try_emplace(symbol, Templates{templates, number});
    number += static_cast<int>(templates.size());
  }
}

Rewrites::Templates Rewrites::templates(SymbolId symbol) const {
  const auto found = by_symbol_.find(symbol);
  return found == by_symbol_.end() ? Templates() : found->second;
}

std::vector<Rewrite> Rewrites::of(NodeId node, std::span<const std::uint32_t> weights) const {
  std::vector<Rewrite> result;
  const Tree& tree = work_.tree();
  std::vector<NodeId> chain;  // the node and the rules below it with the same tokens
  for (NodeId id = node; id != kNoNode && tree[id].kind == NodeKind::kRule;) {
    chain.push_back(id);
    const Templates own = templates(tree[id].symbol);
    for (const RewriteTemplate& how : own.all) {
      Rewrite rewrite;
      rewrite.how = &how;
      rewrite.number = own.first + static_cast<int>(&how - own.all.data());
      if (!find_parts(id, rewrite, weights) || rewrite.tokens >= weights[node]) continue;
      // The nearest enclosing rule that allows the result: a call may become its argument only
      // where any expression is allowed.
      const auto place = std::find_if(chain.rbegin(), chain.rend(),
                                      [&](NodeId around) { return allowed(around, rewrite); });
      if (place == chain.rend()) continue;
      rewrite.node = *place;
      result.push_back(std::move(rewrite));
    }
    id = only_part(tree, id, weights);
  }
  return result;
}

bool Rewrites::find_parts(NodeId node, Rewrite& rewrite,
                          std::span<const std::uint32_t> weights) const {
  for (const RewriteTemplate::Piece& piece : rewrite.how->pieces) {
    if (piece.part == kNoSymbol) {
      rewrite.parts.push_back(kNoNode);
      rewrite.tokens +=
          static_cast<std::uint32_t>(tokenize(work_.grammar(), piece.text).tokens.size());
      continue;
    }
    const NodeId part = nearest(node, piece.part, piece.number);
    if (part == kNoNode) return false;
    rewrite.parts.push_back(part);
    rewrite.tokens += weights[part];
  }
  return true;
}

/// Searches breadth-first, from left to right, and not inside nodes already found.
NodeId Rewrites::nearest(NodeId node, SymbolId symbol, std::uint32_t number) const {
  const Tree& tree = work_.tree();
  std::vector<NodeId> level;
  const auto append = [&](NodeId above) {
    const Children children = tree.children(above);
    level.insert(level.end(), children.begin(), children.end());
  };
  append(node);
  for (std::size_t i = 0; i < level.size(); ++i) {
    const NodeId id = level[i];
    const NodeKind kind = tree[id].kind;
    if ((kind == NodeKind::kRule || kind == NodeKind::kToken) && tree[id].symbol == symbol) {
      if (--number == 0) return id;
      continue;
    }
    append(id);
  }
  return kNoNode;
}

bool Rewrites::allowed(NodeId place, const Rewrite& rewrite) const {
  const Tree& tree = work_.tree();
  if (rewrite.one_part() && work_.fits(place, tree[rewrite.parts[0]].symbol)) return true;
  std::string text;
  for (std::size_t i = 0; i < rewrite.parts.size(); ++i) {
    if (i > 0) text += blank_;
    text += rewrite.parts[i] == kNoNode ? rewrite.how->pieces[i].text
                                        : print_subtree(tree, rewrite.parts[i]);
  }
  ParseOptions options = work_.parser().defaults();
  options.start = work_.place(place);
  return options.start != kNoSymbol && work_.parser().accepts(text, options);
}

NodeId Rewrites::make(TreeEditor& work, const Rewrite& rewrite) {
  if (rewrite.one_part()) return rewrite.parts[0];
  std::vector<NodeId> children;
  for (std::size_t i = 0; i < rewrite.parts.size(); ++i) {
    children.push_back(rewrite.parts[i] == kNoNode ? work.add_text(rewrite.how->pieces[i].text)
                                                   : work.tree().copy_subtree(rewrite.parts[i]));
  }
  Node group;
  group.kind = NodeKind::kGroup;
  return work.tree().add_node(group, children);
}

}  // namespace grabr
