// A number for each token of a tree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Stores tokens only: a tree may have a dozen nodes for each token, and more that were cut off, so
/// a number for every node would take more memory than the nodes.
class TokenNumbers {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  TokenNumbers() = default;
  /// `numbers` has each token at most once, in any order.
  explicit TokenNumbers(std::vector<std::pair<NodeId, std::uint32_t>> numbers)
      : numbers_(std::move(numbers)) {
    if (!std::ranges::is_sorted(numbers_)) std::ranges::sort(numbers_);  // after moving parts
  }

  /// The number of the token; kNone for any other node.
  std::uint32_t operator[](NodeId token) const {
    const auto node_of = [](const std::pair<NodeId, std::uint32_t>& one) { return one.first; };
    const auto at = std::ranges::lower_bound(numbers_, token, {}, node_of);
    return at != numbers_.end() && at->first == token ? at->second : kNone;
  }

 private:
  std::vector<std::pair<NodeId, std::uint32_t>> numbers_;  ///< ascending
};

}  // namespace grabr
