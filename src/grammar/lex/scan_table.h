// A minimal automaton in the form used for lexing: two loads per byte, its class and the next row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "grammar/lex/dfa.h"
#include "text/utf8.h"

namespace grabr {

/// Bytes that this thread has read by tables. Tests count them to check that lexing is linear.
inline thread_local std::uint64_t bytes_scanned = 0;

/// Rows are identified by their position in `next` (state number times row size), so a step needs
/// no multiplication; rows from `first_accepting` on accept. Each row ends with notes: numbers that
/// the table's user attaches to the state.
struct ScanTable {
  std::array<std::uint16_t, kSymbolCount> class_of{};
  std::vector<std::uint32_t> next;
  std::uint32_t class_count = 1;
  std::uint32_t row_size = 1;
  std::uint32_t start = 0;
  std::uint32_t first_accepting = 0;

  ScanTable() = default;
  /// Accepting states must come last, as minimise() orders them.
  explicit ScanTable(const Dfa& dfa, std::uint32_t notes = 0);

  std::uint32_t step(std::uint32_t row, std::uint32_t symbol) const {
    return next[row + class_of[symbol]];
  }
  std::uint32_t row(std::uint32_t state) const { return state * row_size; }
  std::uint32_t note(std::uint32_t row, std::uint32_t number) const {
    return next[row + class_count + number];
  }
  void set_note(std::uint32_t state, std::uint32_t number, std::uint32_t value) {
    next[row(state) + class_count + number] = value;
  }

  /// Reads text[offset…] and calls `accept(row, end)` at each accepting row. Stops where nothing
  /// can match any more, or when `stop(row, at)`, called first, returns true. `Bytes` has size()
  /// and operator[]. Returns where it stopped.
  template <class Bytes, class Accept, class Stop>
  std::size_t walk(const Bytes& text, std::size_t offset, Accept accept, Stop stop) const;

  struct Longest {
    std::size_t length = 0;  ///< 0 if nothing matches
    std::uint32_t row = 0;   ///< the accepting row
    std::size_t read = 0;    ///< bytes examined
  };

  /// The longest match at text[offset…].
  template <class Bytes>
  Longest longest(const Bytes& text, std::size_t offset) const;

  /// The longest prefix of text[offset…] that some match could begin with, and the row there.
  template <class Bytes>
  Longest viable(const Bytes& text, std::size_t offset) const;

  /// The row after the character at text[at]; moves `at` past it. Requires at < text.size().
  template <class Bytes>
  std::uint32_t advance(std::uint32_t row, const Bytes& text, std::size_t& at) const {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) return step_beyond_ascii(row, text, at);
    ++at;
    return step(row, byte);
  }

 private:
  template <class Bytes>
  std::uint32_t step_beyond_ascii(std::uint32_t row, const Bytes& text, std::size_t& at) const;
};

template <class Bytes, class Accept, class Stop>
std::size_t ScanTable::walk(const Bytes& text, std::size_t offset, Accept accept, Stop stop) const {
  if (next.empty()) return offset;
  std::uint32_t row = start;
  const std::size_t size = text.size();
  std::size_t at = offset;
  while (at < size) {
    row = advance(row, text, at);
    if (row == Dfa::kDead) break;
    if (stop(row, at)) break;
    if (row >= first_accepting) accept(row, at);
  }
  bytes_scanned += at - offset;
  return at;
}

template <class Bytes>
ScanTable::Longest ScanTable::longest(const Bytes& text, std::size_t offset) const {
  std::size_t end = offset;
  std::uint32_t accepted = 0;
  const std::size_t read = walk(
      text, offset,
      [&](std::uint32_t row, std::size_t at) {
        end = at;
        accepted = row;
      },
      [](std::uint32_t, std::size_t) { return false; });
  return {end - offset, accepted, read - offset};
}

template <class Bytes>
ScanTable::Longest ScanTable::viable(const Bytes& text, std::size_t offset) const {
  Longest reached{0, start};
  if (next.empty()) return reached;
  for (std::size_t at = offset; at < text.size();) {
    const std::uint32_t row = advance(reached.row, text, at);
    if (row == Dfa::kDead) break;
    reached = {at - offset, row};
  }
  bytes_scanned += reached.length;
  return reached;
}

/// Reads a whole UTF-8 sequence, or one byte outside any.
template <class Bytes>
std::uint32_t ScanTable::step_beyond_ascii(std::uint32_t row, const Bytes& text,
                                           std::size_t& at) const {
  const std::size_t length = utf8_length(text, at);
  if (length == 0) {
    const auto byte = static_cast<unsigned char>(text[at++]);
    return step(row, kFirstStraySymbol + byte - 0x80u);
  }
  for (const std::size_t end = at + length; at < end; ++at) {
    row = step(row, static_cast<unsigned char>(text[at]));
  }
  return row;
}

}  // namespace grabr
