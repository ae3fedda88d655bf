#include "reduce/pass/is_name.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace grabr {
namespace {

bool looks_like_name(std::string_view text) {
  const auto is_part = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), is_part);
}

bool is_pattern(const Tree& tree, const Node& node) {
  return node.kind == NodeKind::kToken && node.text().size() > 0 &&
         tree.grammar().notation == Notation::kRich &&
         tree.grammar().symbols[node.symbol].kind == SymbolKind::kPattern;
}

}  // namespace

bool is_name(const Tree& tree, NodeId token) {
  const Node node = tree[token];
  if (!is_pattern(tree, node)) return false;
  const auto& identifiers = tree.grammar().hints.identifiers;
  if (identifiers.empty()) return looks_like_name(tree.token_text(token));
  return std::find(identifiers.begin(), identifiers.end(), node.symbol) != identifiers.end();
}

bool is_pattern(const Tree& tree, NodeId id) { return is_pattern(tree, tree[id]); }

}  // namespace grabr
