// Compiles the texts of a regular symbol into an automaton over bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/lex/scan_table.h"
#include "parse/lr/byte_set.h"
#include "parse/lr/regular.h"

namespace grabr {

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
