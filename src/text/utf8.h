// Tolerant UTF-8: well-formed code points are recognised, every other byte is a unit of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace grabr {

/// Length of the well-formed sequence that begins at text[at], or 0 if there is none (The Unicode
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

/// Bytes of the well-formed code point that starts at text[at] (1 to 4); 1 for any other byte.
std::size_t code_point_length(std::string_view text, std::size_t at);

/// Is the whole text well-formed?
bool is_utf8(std::string_view text);

/// Value of a code point as cut out by code_point_length; U+FFFD for a byte that is not one.
char32_t code_point_value(std::string_view code_point);

/// The text if it has at most `most` bytes, otherwise as many whole characters as fit, and "…".
std::string beginning(std::string_view text, std::size_t most);

void append_utf8(std::string& text, char32_t code_point);

/// Control characters, characters that reorder or break the text around them, byte order marks:
/// they must not be sent to a terminal in messages.
bool steers_display(char32_t code_point);

/// Terminal columns of a printable code point: 0 (combining), 1, or 2 (wide).
std::size_t display_width(char32_t code_point);

/// Arbitrary bytes as valid UTF-8: a code point below 256 for each byte, so that code point i of
/// the text is byte i.
std::string bytes_as_points(std::string_view bytes);
/// Reverses bytes_as_points().
std::string points_as_bytes(std::string_view text);

}  // namespace grabr
