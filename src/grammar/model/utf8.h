// UTF-8 as the lexer sees it: where a well-formed sequence stands in a text, and which byte
// sequences a range of code points has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace grabr {

/// Inclusive range of code points.
struct CodeRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  bool operator==(const CodeRange&) const = default;
};

/// One to four byte ranges in a row: all sequences that take each byte from its range.
struct Utf8Sequence {
  struct ByteRange {
    std::uint8_t first = 0;
    std::uint8_t last = 0;

    bool operator==(const ByteRange&) const = default;
  };
  std::array<ByteRange, 4> bytes;
  std::uint32_t length = 0;
};

/// The UTF-8 encodings of a range of code points (surrogates have none), as disjoint sequences in
/// ascending order. Two sequences agree in a leading range or differ in all bytes of it.
std::vector<Utf8Sequence> utf8_sequences(CodeRange range);

/// Length of the well-formed sequence that begins at text[at], or 0 when none does (The Unicode
/// Standard, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
template <class Bytes>
std::size_t utf8_length(const Bytes& text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return at < text.size() ? 1 : 0;
  if (lead < 0xC2 || lead > 0xF4 || !continues(1)) return 0;
  if (lead < 0xE0) return 2;
  const unsigned second = byte(1);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return 0;
  if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return 0;
  if (!continues(2)) return 0;
  if (lead < 0xF0) return 3;
  return continues(3) ? 4 : 0;
}

/// The code point of a well-formed sequence of `length` bytes at text[at].
std::uint32_t utf8_code_point(std::string_view text, std::size_t at, std::size_t length);

}  // namespace grabr
