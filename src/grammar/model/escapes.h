// Reads characters that are written with a backslash or as a number, as most tools do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace grabr {

/// The value of a hexadecimal digit; -1 for another character.
int hex_value(char c);
/// Reads up to `most` hexadecimal digits at text[at]; moves `at` past them.
std::uint32_t hexadecimal(std::string_view text, std::size_t& at, std::size_t most);
/// The character of an escape; text[at] follows the backslash. Moves `at` past the escape. Knows n
/// t r f v b 0 a e, uHHHH, u{H}, xHH, and UHHHHHHHH; other characters stand for themselves.
std::uint32_t escaped_character(std::string_view text, std::size_t& at);

}  // namespace grabr
