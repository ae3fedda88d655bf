#include "reduce/diff/passing_part.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "parse/repair/partial.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The smallest deletable node around a node, itself included: an element of a list, the
/// content of an optional part. kNoNode: nothing.
NodeId deletable_around(const Tree& tree, NodeId node) {
  for (; node != kNoNode; node = tree.parent(node)) {
    const NodeId parent = tree.parent(node);
    if (parent == kNoNode) return kNoNode;
    if (tree[parent].kind == NodeKind::kOptional) return node;
    if (tree[parent].kind == NodeKind::kList && !tree[node].separator) return node;
  }
  return kNoNode;
}

/// The nodes that are not inside of another one.
std::vector<Edit> deletions(const Tree& tree, const std::set<NodeId>& nodes) {
  std::vector<Edit> edits;
  for (const NodeId node : nodes) {
    NodeId up = tree.parent(node);
    while (up != kNoNode && !nodes.contains(up)) up = tree.parent(up);
    if (up == kNoNode) edits.push_back({Edit::Kind::kRemove, node});
  }
  return edits;
}

/// The text without what its grammar does not parse, and, as long as it still does not parse,
/// without ever more of what is around that; nothing if nothing is left, or all of it parses.
std::optional<std::string> without_opaque(const Parser& parser, const std::string& text) {
  const PartialTree partial = parse_partially(parser, text);
  std::set<NodeId> nodes;
  for (const Opaque& opaque : partial.opaque) {
    if (opaque.node != kNoNode) nodes.insert(opaque.node);
  }
  const Tree& tree = partial.tree;
  while (!partial.bare && !nodes.empty()) {
    std::string left = print(tree, deletions(tree, nodes));
    if (parser.accepts(left)) return left;
    std::set<NodeId> around;
    for (const NodeId node : nodes) {
      const NodeId larger = deletable_around(tree, tree.parent(node));
      if (larger != kNoNode) around.insert(larger);
    }
    if (around == nodes) break;
    nodes = std::move(around);
  }
  return std::nullopt;
}

/// Part i of n of the numbers below `count`.
Kept part_of(std::uint32_t count, std::uint32_t n, std::uint32_t i) {
  const auto begin = static_cast<std::uint32_t>(std::uint64_t{count} * i / n);
  const auto end = static_cast<std::uint32_t>(std::uint64_t{count} * (i + 1) / n);
  Kept part(end - begin);
  std::iota(part.begin(), part.end(), begin);
  return part;
}

Kept all_but(std::uint32_t count, const Kept& part) {
  Kept rest;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!std::ranges::binary_search(part, i)) rest.push_back(i);
  }
  return rest;
}

}  // namespace

std::optional<std::string> find_passing_part(Session& session, const Problem& problem,
                                             const RemovableList& units) {
  const auto passes = [&](const std::string& text, const std::string& edit) {
    return session.test(text, edit) == Outcome::kPass;
  };
  if (problem.parser != nullptr) {
    const auto parsed = without_opaque(*problem.parser, session.best());
    if (parsed && passes(*parsed, "leave out what does not parse")) return parsed;
  }
  // A comma too many: the largest part comes first where that takes few tests.
  constexpr std::uint32_t kMaxUnitsAlone = 300;  // tests that this may take
  for (std::uint32_t i = units.count; units.count <= kMaxUnitsAlone && i-- > 0;) {
    std::string text = units.render(all_but(units.count, {i})).text;
    if (passes(text, "leave out one of the " + units.things)) return text;
  }
  for (std::uint32_t n = std::min(2U, units.count);; n = std::min(2 * n, units.count)) {
    const std::string of = " of " + std::to_string(n) + " parts";
    for (std::uint32_t i = 0; i < n; ++i) {
      const Kept part = part_of(units.count, n, i);
      std::string text = units.render(all_but(units.count, part)).text;
      if (passes(text, "leave out one" + of)) return text;
      if (n <= 2) continue;  // without the one is the other
      text = units.render(part).text;
      if (passes(text, "keep one" + of)) return text;
    }
    if (n == units.count) return std::nullopt;
  }
}

}  // namespace grabr
