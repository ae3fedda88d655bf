// How deep the nodes of a tree stand inside each other. What looks at all that is below each node,
// or at all that is above it, takes time for the sum of that: nothing in a program that a person
// has written, 10^11 steps for 100,000 parentheses in C. A pass that does so is left out as long as
// the tree is too deep; others, above all `unnest`, make it less so. Tested by
// tests/reduce/unnest_test.cc and tests/check_depth.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Unit steps (expression → term → factor) do not count.
struct Nesting {
  std::uint32_t deepest = 0;
  std::uint64_t sum = 0;  ///< over all nodes
  std::size_t nodes = 0;

  /// Large texts have large sums; that alone is not deep.
  bool too_deep() const {
    constexpr std::uint64_t kMostSteps = 50'000'000;
    constexpr std::uint64_t kMostForNode = 200;
    return sum > kMostSteps && sum > kMostForNode * nodes;
  }

  /// Half of the text or more stands inside very many other parts.
  bool mostly_deep() const {
    constexpr std::uint64_t kManyForNode = 100;
    return sum > kManyForNode * nodes;
  }
};

/// Whether very many parts stand inside each other on the way down that most of the text is on: a
/// first look that takes no time.
inline bool deep_at_its_heaviest(const Tree& tree) {
  constexpr std::uint32_t kVeryDeep = 10'000;
  std::uint32_t depth = 0;
  for (NodeId at = tree.root(); at != kNoNode && depth < kVeryDeep; ++depth) {
    NodeId heaviest = kNoNode;
    std::uint32_t most = 0;
    for (const NodeId child : tree.children(tree.below_only_children(at))) {
      const std::uint32_t tokens = tree.token_count(child);
      if (tokens > most) heaviest = child;
      most = std::max(most, tokens);
    }
    at = heaviest;
  }
  return depth == kVeryDeep;
}

inline Nesting nesting_of(const Tree& tree) {
  Nesting nesting;
  std::vector<std::pair<NodeId, std::uint32_t>> todo;
  if (tree.root() != kNoNode) todo.emplace_back(tree.root(), 0);
  while (!todo.empty()) {
    const auto [id, depth] = todo.back();
    todo.pop_back();
    ++nesting.nodes;
    nesting.sum += depth;
    nesting.deepest = std::max(nesting.deepest, depth);
    const auto children = tree.children(id);
    const std::uint32_t below = depth + (children.size() > 1 ? 1 : 0);
    for (const NodeId child : children) todo.emplace_back(child, below);
  }
  return nesting;
}

}  // namespace grabr
