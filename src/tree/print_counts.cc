#include "tree/print_counts.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace grabr {
namespace {

/// The nearest node with that symbol above a token; kNoNode if there is none.
NodeId part_around(const Tree& tree, NodeId token, SymbolId symbol) {
  NodeId node = tree.parent(token);
  while (node != kNoNode && tree[node].symbol != symbol) node = tree.parent(node);
  return node;
}

bool is_number_of(const Tree& tree, NodeId token, const TokenCount& count) {
  const NodeId parent = tree.parent(token);
  return tree[token].symbol == count.number ||
         (parent != kNoNode && tree[parent].symbol == count.number);
}

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// What the tokens of a tree, or those left after the edits, add to each part's count.
std::map<NodeId, std::int64_t> amounts(const Tree& tree, const std::vector<Piece>& pieces,
                                       const TokenCount& count) {
  std::map<NodeId, std::int64_t> found;
  for (const Piece& piece : pieces) {
    for (const NodeId token : tokens_in(tree, piece)) {
      const Node& node = tree[token];
      if (std::ranges::find(count.of, node.symbol) == count.of.end()) continue;
      const NodeId part = part_around(tree, token, count.in);
      if (part != kNoNode)
        found[part] += count.bytes ? static_cast<std::int64_t>(node.text().size()) : 1;
    }
  }
  return found;
}

}  // namespace

std::map<NodeId, std::string> changed_counts(const Tree& tree, const std::vector<Piece>& pieces) {
  std::map<NodeId, std::string> texts;
  const std::vector<TokenCount>& counts = tree.grammar().hints.counts;
  if (counts.empty() || tree.root() == kNoNode) return texts;
  const std::vector<Piece> all = pieces_of(tree, tree.root(), {});
  for (const TokenCount& count : counts) {
    std::map<NodeId, std::int64_t> before = amounts(tree, all, count);
    std::map<NodeId, std::int64_t> after = amounts(tree, pieces, count);
    for (const Piece& piece : pieces) {
      for (const NodeId token : tokens_in(tree, piece)) {
        if (!is_number_of(tree, token, count)) continue;
        const NodeId part = part_around(tree, token, count.in);
        const auto number = number_in(tree.token_text(token));
        if (part == kNoNode || !number || before[part] == after[part]) continue;
        const std::int64_t now = *number + after[part] - before[part];
        texts[token] = std::to_string(std::max<std::int64_t>(0, now));
      }
    }
  }
  return texts;
}

}  // namespace grabr
