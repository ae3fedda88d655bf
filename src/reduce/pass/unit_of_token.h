// In which part of a tree a token stands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Remembers tokens only: a tree may have a dozen nodes for each, so a number for every node would
/// take more memory than its nodes.
class UnitOfToken {
 public:
  static constexpr std::uint32_t kNoUnit = ~std::uint32_t{0};

  /// Units are nodes, none inside another, in any order. Tokens without a text are in none.
  UnitOfToken(const Tree& tree, std::span<const NodeId> units) : first_(units.size(), kNoNode) {
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
      for (const NodeId token : tokens_of(tree, units[unit])) {
        if (first_[unit] == kNoNode) first_[unit] = token;
        units_.emplace_back(token, unit);
      }
    }
    if (!std::ranges::is_sorted(units_)) std::ranges::sort(units_);
  }

  /// Index of the unit, or kNoUnit.
  std::uint32_t operator[](NodeId token) const {
    const auto token_of = [](const std::pair<NodeId, std::uint32_t>& unit) { return unit.first; };
    const auto at = std::ranges::lower_bound(units_, token, {}, token_of);
    return at != units_.end() && at->first == token ? at->second : kNoUnit;
  }
  /// kNoNode if the unit has none.
  NodeId first_token(std::uint32_t unit) const { return first_[unit]; }

 private:
  std::vector<std::pair<NodeId, std::uint32_t>> units_;  ///< by token
  std::vector<NodeId> first_;                            ///< by unit
};

}  // namespace grabr
