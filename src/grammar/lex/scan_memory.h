// Caches failed searches while tokenizing one text, so that no stretch is searched repeatedly.
// It makes lexing linear and never changes a result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace grabr {

/// For one matcher of nested tokens: how many openers before a place are closed after it.
struct NestedMemory {
  std::unordered_map<std::uint32_t, std::uint32_t> closed_after;
};

/// For one matcher with delimiters: the last place where each delimiter ends a token.
struct DelimiterMemory {
  std::uint64_t searched = 0;  ///< bytes searched without a match
  bool indexed = false;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> last;  ///< hash and offset, sorted
};

/// For a single text and lexer.
struct ScanMemory {
  static constexpr std::size_t kWholeText = ~std::size_t{0};

  std::uint64_t overrun = 0;  ///< bytes read past the ends of the matches
  /// In match(): no match depends on bytes from here on; kWholeText if one does on where the text
  /// ends.
  std::size_t reach = 0;
  std::unordered_set<std::uint64_t> dead_ends;  ///< row and offset after which nothing matches
  std::vector<NestedMemory> nested;             ///< by matcher
  std::vector<DelimiterMemory> delimiters;      ///< by matcher

  /// Of a text of `size` bytes those before `end` were read, and perhaps `past` more.
  void note_reach(std::size_t end, std::size_t past, std::size_t size) {
    reach = std::max(reach, end >= size ? kWholeText : end + past);
  }
};

}  // namespace grabr
