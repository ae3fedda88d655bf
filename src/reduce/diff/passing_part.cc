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

/// The smallest deletable node around a node, itself included: a list element or the content of an
/// optional part. kNoNode if there is none.
NodeId deletable_around(const Tree& tree, NodeId node) {
  for (; node != kNoNode; node = tree.parent(node)) {
    const NodeId parent = tree.parent(node);
    if (parent == kNoNode) return kNoNode;
    if (tree[parent].kind == NodeKind::kOptional) return node;
    if (tree[parent].kind == NodeKind::kList && !tree[node].separator) return node;
  }
  return kNoNode;
}

/// Edits that delete the nodes, except those inside another one.
std::vector<Edit> deletions(const Tree& tree, const std::set<NodeId>& nodes) {
  std::vector<Edit> edits;
  for (const NodeId node : nodes) {
    NodeId up = tree.parent(node);
    while (up != kNoNode && !nodes.contains(up)) up = tree.parent(up);
    if (up == kNoNode) edits.push_back({Edit::Kind::kRemove, node});
  }
  return edits;
}

/// The text without the parts that its grammar cannot parse. While the rest does not parse, larger
/// parts around them are deleted. Nothing if no text is left, or if the whole text parses.
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

/// The i-th of n parts of the numbers below `count`.
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
  // A single wrong unit, such as one comma too many: if there are few units, leave out one at a
  // time.
  constexpr std::uint32_t kMaxUnitsAlone = 300;  // the tests that this may take
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
      if (n <= 2) continue;  // leaving out one half is keeping the other
      text = units.render(part).text;
      if (passes(text, "keep one" + of)) return text;
    }
    if (n == units.count) return std::nullopt;
  }
}

}  // namespace grabr
