// Stores the nodes of unit chains, once for all chains that are alike.
//
// Nearly every token of a program is below a chain of single-child nodes: expression → assignment →
// conditional → … → primary, some twenty of them in C. There are few different chains, and many
// copies of each. All links are in one table, topmost first; a longer chain extends the shorter one
// in place, unless something else has already been appended there.
//
//   a b c d | a b x      chains a, ab, abc, abcd share one place, abx has its own
//
// Tested by tests/tree/tree_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

enum class NodeKind : std::uint8_t {
  kRule,      ///< a nonterminal and the alternative it was expanded by
  kToken,     ///< a leaf: text of a terminal
  kList,      ///< a repetition: elements, with separators between them when `separated`
  kOptional,  ///< an optional part: one child or none
  kGroup,     ///< a parenthesised part of a rule
};

/// A node without its place in a tree.
struct ChainLink {
  NodeKind kind = NodeKind::kRule;
  std::uint8_t min = 0;
  bool separated = false;
  bool opaque = false;
  SymbolId symbol = kNoSymbol;
  std::uint32_t alternative = 0;

  bool operator==(const ChainLink&) const = default;
};

/// A range of links in the table, topmost first.
struct UnitChain {
  std::uint32_t top = 0;
  std::uint16_t length = 0;

  static constexpr std::uint16_t kMaxLinks = 256;
};

class ChainLinks {
 public:
  /// The chain with `link` added at the lower end.
  UnitChain extend(UnitChain chain, const ChainLink& link);
  const ChainLink& operator[](std::size_t place) const { return links_[place]; }
  std::span<const ChainLink> range(std::size_t first, std::size_t count) const {
    return {links_.data() + first, count};
  }
  std::size_t size() const { return links_.size(); }

 private:
  struct Known {
    UnitChain shorter;
    std::uint32_t longer = kFree;  ///< where the chain extended by this link is
  };
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  Known& find(UnitChain chain, const ChainLink& link);
  void grow();

  std::vector<ChainLink> links_;
  std::vector<Known> known_;  ///< a hash table, at most half full
  std::size_t count_ = 0;     ///< number of known ones
};

}  // namespace grabr
