#include "reduce/literature/fuzzingbook_roles.h"

namespace grabr {

/// The expression as a text; equal expressions have equal texts. Recursion is safe: expressions
/// nest only as deep as a person writes parentheses.
std::string role_name(const Grammar& grammar, const Expr& expr) {
  if (expr.kind == Expr::Kind::kSymbol) {
    const Symbol& symbol = grammar.symbols[expr.symbol];
    return symbol.kind == SymbolKind::kLiteral ? "'" + symbol.name + "'" : symbol.name;
  }
  std::string parts;
  for (const Expr& part : expr.parts) {
    if (!parts.empty()) parts += expr.kind == Expr::Kind::kChoice ? " | " : " ";
    parts += role_name(grammar, part);
  }
  switch (expr.kind) {
    case Expr::Kind::kOptional: return "optional (" + parts + ")";
    case Expr::Kind::kRepeat:
      return (expr.min > 0 ? "filled list of (" : "list of (") + parts + ")";
    default: return "(" + parts + ")";
  }
}

namespace {

const Expr* part(const Expr& expr, std::size_t index) {
  return index < expr.parts.size() ? &expr.parts[index] : nullptr;
}

/// The piece of the grammar that made child number `index` of a node made by `expr`.
const Expr* child_expr(const Node& node, const Expr* expr, std::size_t index) {
  if (expr == nullptr) return nullptr;
  switch (node.kind) {
    case NodeKind::kList:
      return expr->kind == Expr::Kind::kRepeat ? part(*expr, node.separated ? index % 2 : 0)
                                               : nullptr;
    case NodeKind::kOptional: return expr->kind == Expr::Kind::kOptional ? part(*expr, 0) : nullptr;
    case NodeKind::kRule:
    case NodeKind::kGroup: break;
    case NodeKind::kToken: return nullptr;
  }
  if (expr->kind == Expr::Kind::kChoice) expr = part(*expr, node.alternative());
  if (expr == nullptr || expr->kind != Expr::Kind::kSequence) return expr;
  return node.child_count() == expr->parts.size() ? part(*expr, index) : nullptr;
}

}  // namespace

std::vector<std::string> role_names(const Tree& tree) {
  const Grammar& grammar = tree.grammar();
  std::vector<std::string> names(tree.size());
  std::vector<const Expr*> made_by(tree.size(), nullptr);
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    if (node.kind == NodeKind::kRule) {
      const auto& alternatives = grammar.rule(node.symbol).alternatives;
      const std::uint32_t chosen = node.alternative();
      made_by[id] = chosen < alternatives.size() ? &alternatives[chosen].body : nullptr;
    } else if (node.kind != NodeKind::kToken) {
      names[id] =
          made_by[id] != nullptr ? role_name(grammar, *made_by[id]) : "part " + std::to_string(id);
    }
    const auto children = tree.children(id);
    for (std::size_t i = 0; i < children.size(); ++i) {
      made_by[children[i]] = child_expr(node, made_by[id], i);
    }
  }
  return names;
}

}  // namespace grabr
