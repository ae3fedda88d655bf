// What there is to delete in the trees of a grammar's files: where a grammar gives a reducer lists
// and optional parts, and where nothing but tokens that must stay.
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
  std::uint64_t alone = 0;    ///< lists of one element
};

struct TreeCounts {
  std::uint64_t nodes = 0, tokens = 0;
  std::uint64_t deletable = 0;                 ///< tokens below something that may be deleted
  /// By tokens of the smallest thing around that may be deleted: how many tokens have such a one.
  std::map<std::uint32_t, std::uint64_t> smallest;
  std::map<std::string, ListCounts> lists;     ///< by the rule around them
  std::map<std::string, std::uint64_t> fixed;  ///< the other tokens, by the rule around them

  /// Adds a tree as it was parsed; it is counted as reducers see it, in its list view.
  void add(const Tree& parsed);
  /// Of the deletable tokens that share, 0 to 1, has no larger smallest thing around it.
  std::uint32_t smallest_at(double share) const;
};

}  // namespace grabr
