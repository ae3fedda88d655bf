// What the nodes of unit chains are, kept once for all chains that are alike.
//
// Above nearly every token of a program stands a chain of nodes with one child each: expression →
// assignment → conditional → … → primary, in C some twenty of them. There are few different chains,
// and many of each. Their links stand in one table from the topmost down, a longer chain where the
// shorter one stands that it goes on from, as long as nothing else has been put behind that.
//
//   a b c d | a b x      chains a, ab, abc, abcd stand at the same place, abx has one of its own
//
// Tested by tests/tree/tree_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
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

/// What a node is apart from where it stands.
struct ChainLink {
  NodeKind kind = NodeKind::kRule;
  std::uint8_t min = 0;
  bool separated = false;
  bool opaque = false;
  SymbolId symbol = kNoSymbol;
  std::uint32_t alternative = 0;

  bool operator==(const ChainLink&) const = default;
};

/// Links that stand in the table, the topmost first.
struct UnitChain {
  std::uint32_t top = 0;
  std::uint16_t length = 0;

  static constexpr std::uint16_t kLongest = 256;
};

class ChainLinks {
 public:
  /// The chain that has `link` below all others.
  UnitChain extend(UnitChain chain, const ChainLink& link);
  const ChainLink& operator[](std::size_t place) const { return links_[place]; }

 private:
  struct Known {
    UnitChain shorter;
    std::uint32_t longer = kFree;  ///< where the longer one stands
  };
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  Known& find(UnitChain chain, const ChainLink& link);
  void grow();

  std::vector<ChainLink> links_;
  std::vector<Known> known_;  ///< a hash table, at most half full
  std::size_t count_ = 0;     ///< of those known
};

}  // namespace grabr
