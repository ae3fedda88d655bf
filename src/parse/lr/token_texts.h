// Compiles the texts of a regular symbol into an automaton over bytes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/lex/scan_table.h"
#include "parse/lr/regular.h"

namespace grabr {

/// A set of bytes that can be iterated in time proportional to its size.
class ByteSet {
 public:
  void add(unsigned char byte) { words_[byte / 64] |= std::uint64_t{1} << (byte % 64); }
  void add(const ByteSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  }
  bool contains(unsigned char byte) const { return words_[byte / 64] >> (byte % 64) & 1; }

  ByteSet operator&(const ByteSet& other) const {
    ByteSet both = *this;
    for (std::size_t w = 0; w < words_.size(); ++w) both.words_[w] &= other.words_[w];
    return both;
  }
  bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }

  /// Calls use(byte) in ascending order.
  template <class Use>
  void for_each(const Use& use) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        use(static_cast<unsigned char>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

 private:
  std::array<std::uint64_t, 4> words_{};
};

/// Excludes the empty text, even if the symbol derives it.
struct TokenTexts {
  ScanTable table;
  std::vector<ByteSet> next;  ///< by state: bytes on which it can still reach an accepting state
  /// Bytes that can follow a whole text within a longer one.
  ByteSet goes_on;

  /// Bytes with which a text begins.
  const ByteSet& first() const { return next[table.start / table.row_size]; }

  /// Length of the longest text at text[at…], 0 if there is none. Works on bytes: a text may end
  /// inside a UTF-8 sequence.
  std::uint32_t longest(std::string_view text, std::uint32_t at) const {
    std::uint32_t row = table.start;
    std::uint32_t end = at;
    for (std::uint32_t i = at; i < text.size();) {
      row = table.step(row, static_cast<unsigned char>(text[i++]));
      if (row == Dfa::kDead) break;
      if (row >= table.first_accepting) end = i;
    }
    return end - at;
  }
};

/// Nothing if the symbol is not regular, derives no text except the empty one, or needs too large
/// an automaton.
std::optional<TokenTexts> compile_texts(const RegularSymbols& symbols, LoweredId symbol);

}  // namespace grabr
