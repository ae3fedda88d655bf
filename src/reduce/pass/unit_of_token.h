// Tells which of some parts of a tree a token belongs to.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "reduce/pass/token_numbers.h"
#include "tree/tree.h"

namespace grabr {

class UnitOfToken {
 public:
  static constexpr std::uint32_t kNoUnit = TokenNumbers::kNone;

  /// Units are nodes, none inside another, in any order. Tokens without a text belong to none.
  UnitOfToken(const Tree& tree, std::span<const NodeId> units) : first_(units.size(), kNoNode) {
    std::vector<std::pair<NodeId, std::uint32_t>> numbers;
    std::size_t tokens = 0;
    for (const NodeId unit : units) tokens += tree.token_count(unit);
    numbers.reserve(tokens);
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
      for (const NodeId token : tokens_of(tree, units[unit])) {
        if (first_[unit] == kNoNode) first_[unit] = token;
        numbers.emplace_back(token, unit);
      }
    }
    units_ = TokenNumbers(std::move(numbers));
  }

  /// The index of the token's unit, or kNoUnit.
  std::uint32_t operator[](NodeId token) const { return units_[token]; }
  /// The first token of the unit, or kNoNode if it has none.
  NodeId first_token(std::uint32_t unit) const { return first_[unit]; }

 private:
  TokenNumbers units_;
  std::vector<NodeId> first_;  ///< by unit
};

}  // namespace grabr
