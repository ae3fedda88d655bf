// The texts of a regular symbol as an automaton over bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/lex/scan_table.h"
#include "parse/lr/byte_set.h"
#include "parse/lr/regular.h"

namespace grabr {

/// The empty text is not among them, even where the symbol derives it.
struct TokenTexts {
  ScanTable table;
  std::vector<ByteSet> next;  ///< by state: bytes that lead on to a whole text
  /// Bytes that stand behind a whole text in the beginning of a longer one.
  ByteSet goes_on;

  /// Bytes that begin a text.
  const ByteSet& first() const { return next[table.start / table.row_size]; }

  /// Bytes of the longest text at text[at…], 0 when there is none. Bytes are bytes here: a text may
  /// end inside a UTF-8 sequence.
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

/// Nothing when the symbol is not regular, derives no text but the empty one, or needs an automaton
/// that is too large.
std::optional<TokenTexts> compile_texts(const RegularSymbols& symbols, LoweredId symbol);

}  // namespace grabr
