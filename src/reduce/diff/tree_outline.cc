// Tested by tests/reduce/tree_changes_test.cc.
#include "reduce/diff/tree_outline.h"

#include <algorithm>

#include "text/hash.h"

namespace grabr {
namespace {

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;

}  // namespace

std::uint32_t element_count(const Tree& tree, NodeId list) {
  const auto children = static_cast<std::uint32_t>(tree.children(list).size());
  return tree[list].separated ? (children + 1) / 2 : children;
}

NodeId element(const Tree& tree, NodeId list, std::uint32_t i) {
  return tree.children(list)[tree[list].separated ? 2 * i : i];
}

TreeOutline::TreeOutline(const Tree& tree)
    : tree_(tree), spans_(tree.size()), hashes_(tree.size()) {
  struct Visit {
    NodeId node;
    std::uint32_t next = 0;
    std::uint64_t hash = 0;
    std::uint64_t factor = 1;
  };
  std::uint32_t at = 0;
  std::vector<Visit> open;
  const auto enter = [&](NodeId node) {
    spans_[node] = {at, at};
    open.push_back({node});
  };
  if (tree.root() != kNoNode) enter(tree.root());
  while (!open.empty()) {
    Visit& visit = open.back();
    const auto children = tree.children(visit.node);
    if (visit.next < children.size()) {
      enter(children[visit.next++]);
      continue;
    }
    const Node node = tree[visit.node];
    if (node.kind == NodeKind::kToken) {
      at = std::max(at, node.text().end);
      if (node.token_count() > 0) {
        visit.hash = hash128(tree.slice(node.text())).low;
        visit.factor = kFactor;
      }
    }
    spans_[visit.node].end = at;
    hashes_[visit.node] = visit.hash;
    const Visit done = visit;
    open.pop_back();
    if (open.empty()) break;
    open.back().hash = open.back().hash * done.factor + done.hash;
    open.back().factor *= done.factor;
  }
}

Span TreeOutline::element_span(NodeId list, std::uint32_t i) const {
  const auto children = tree_.children(list);
  if (!tree_[list].separated || children.size() < 2) return span(element(tree_, list, i));
  return i > 0 ? Span{span(children[2 * i - 1]).begin, span(children[2 * i]).end}
               : Span{span(children[0]).begin, span(children[1]).end};
}

}  // namespace grabr
