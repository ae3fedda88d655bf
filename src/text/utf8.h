// UTF-8 as it comes: well-formed code points are recognised, every other byte stands alone.
#pragma once

#include <cstddef>
#include <string_view>

namespace grabr {

/// Bytes of the well-formed code point that starts at text[at] (1 to 4); 1 for any other byte.
std::size_t code_point_length(std::string_view text, std::size_t at);

/// Whether all of it is well-formed.
bool is_utf8(std::string_view text);

/// Value of one code point as cut out by code_point_length; U+FFFD for a byte that is none.
char32_t code_point_value(std::string_view code_point);

/// Controls, characters that reorder or break the text around them, byte order marks: what a
/// message must not hand to a terminal.
bool steers_display(char32_t code_point);

/// Columns of a terminal that a printable code point takes: 0 (combining), 1, or 2 (wide).
std::size_t display_width(char32_t code_point);

}  // namespace grabr
