#include "bench/tree_counts.h"

#include <algorithm>

#include "tree/deletable.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// What nodes inherit from their ancestors.
struct Around {
  std::uint32_t smallest = 0;  ///< tokens in the smallest deletable thing; 0: none
  SymbolId rule = kNoSymbol;
};

void count_list(const Node& list, ListCounts& counts) {
  const std::uint64_t elements = element_count(list);
  ++counts.lists;
  counts.elements += elements;
  counts.alone += elements == 1 ? 1 : 0;
  counts.longest = std::max(counts.longest, elements);
}

bool has_text(const Node& node) { return node.kind == NodeKind::kToken && node.text().size() > 0; }

}  // namespace

void TreeCounts::add(const Tree& parsed) {
  const Tree tree = list_view(parsed);
  std::vector<Around> around(tree.size());
  const auto name_of = [&](SymbolId rule) {
    return rule == kNoSymbol ? std::string() : tree.grammar().symbols[rule].name;
  };
  const std::vector<std::uint32_t> weights = token_weights(tree);
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    Around inside = around[id];
    ++nodes;
    if (node.kind == NodeKind::kRule) inside.rule = node.symbol;
    if (node.kind == NodeKind::kList) count_list(node, lists[name_of(inside.rule)]);
    if (has_text(node)) {
      ++tokens;
      if (inside.smallest > 0) ++smallest[inside.smallest], ++deletable;
      else ++fixed[name_of(inside.rule)];
    }
    // A separator is deleted with an element.
    const bool lose = can_lose_child(node);
    for (const NodeId child : tree.children(id)) {
      around[child] = inside;
      if (lose && weights[child] > 0) around[child].smallest = weights[child];
    }
  }
}

std::uint32_t TreeCounts::smallest_at(double share) const {
  std::uint64_t seen = 0;
  for (const auto& [size, count] : smallest) {
    seen += count;
    if (static_cast<double>(seen) >= share * static_cast<double>(deletable)) return size;
  }
  return 0;
}

}  // namespace grabr
