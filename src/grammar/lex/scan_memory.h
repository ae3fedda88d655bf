// What reading the tokens of one text has found out, so that no stretch of it is searched again and
// again. With it lexing takes linear time; every answer is the same without it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace grabr {

/// For one matcher of nested texts: how many openers before a place get closed after it.
struct NestedMemory {
  std::unordered_map<std::uint32_t, std::uint32_t> closed_after;
};

/// For one matcher with delimiters: where each delimiter ends a text for the last time.
struct DelimiterMemory {
  std::uint64_t searched = 0;  ///< bytes gone through in vain
  bool indexed = false;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> last;  ///< hash and offset, sorted
};

/// Belongs to one text and one lexer.
struct ScanMemory {
  std::uint64_t overrun = 0;  ///< bytes read past the ends of the matches
  std::unordered_set<std::uint64_t> dead_ends;  ///< row and offset from which nothing matches
  std::vector<NestedMemory> nested;             ///< by matcher
  std::vector<DelimiterMemory> delimiters;      ///< by matcher
};

}  // namespace grabr
