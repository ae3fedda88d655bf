// Statistics of what can be deleted in the trees of a grammar's files: where a grammar gives a
// reducer lists and optional parts, and where only tokens that must stay.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tree/tree.h"

namespace grabr {

struct ListCounts {
  std::uint64_t lists = 0, elements = 0;
  std::uint64_t longest = 0;  ///< elements of the longest one
  std::uint64_t alone = 0;    ///< lists with a single element
};

struct TreeCounts {
  std::uint64_t nodes = 0, tokens = 0;
  std::uint64_t deletable = 0;  ///< tokens below something deletable
  /// Histogram over tokens: size, in tokens, of the smallest deletable node around a token.
  std::map<std::uint32_t, std::uint64_t> smallest;
  std::map<std::string, ListCounts> lists;     ///< by the rule around them
  std::map<std::string, std::uint64_t> fixed;  ///< the other tokens, by the rule around them

  /// Adds a parsed tree; it is counted as reducers see it, in its list view.
  void add(const Tree& parsed);
  /// A size such that this share (0 to 1) of the deletable tokens has a smallest deletable thing of
  /// at most that size.
  std::uint32_t smallest_at(double share) const;
};

}  // namespace grabr
