// How deeply the nodes of a tree are nested. A pass that visits all descendants or all ancestors of
// every node takes time proportional to the sum of all depths: little for a program that a person
// wrote, 10^11 steps for 100,000 nested parentheses in C. Such a pass is skipped while the tree is
// too deep; others, above all `unnest`, flatten it first. Tested by tests/reduce/unnest_test.cc and
// tests/check_depth.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Depths of nodes: ancestors with more than one child, so unit steps do not count.
struct Nesting {
  std::uint32_t deepest = 0;
  std::uint64_t sum = 0;  ///< of all depths
  std::size_t nodes = 0;

  /// A large sum alone is not enough: a large flat text has one, too.
  bool too_deep() const {
    constexpr std::uint64_t kMaxSteps = 50'000'000;
    constexpr std::uint64_t kMaxStepsOfNode = 200;
    return sum > kMaxSteps && sum > kMaxStepsOfNode * nodes;
  }

  /// The average depth is above 100: half of the text or more is deeply nested.
  bool mostly_deep() const {
    constexpr std::uint64_t kMaxStepsOfNodeInPasses = 100;
    return sum > kMaxStepsOfNodeInPasses * nodes;
  }
};

/// A quick check before nesting_of: is the path from the root that always enters the child with the
/// most tokens very long?
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
    const auto [top, depth] = todo.back();
    todo.pop_back();
    const auto [nodes, id] = down_only_children(tree, top);
    nesting.nodes += nodes;
    nesting.sum += std::uint64_t{depth} * nodes;
    nesting.deepest = std::max(nesting.deepest, depth);
    const auto children = tree.children(id);
    const std::uint32_t below = depth + 1;
    for (const NodeId child : children) todo.emplace_back(child, below);
  }
  return nesting;
}

}  // namespace grabr
