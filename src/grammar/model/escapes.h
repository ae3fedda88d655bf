// Characters that are written by a backslash or a number, as most tools read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace grabr {

/// The value of a hexadecimal digit; -1 for another character.
int hex_value(char c);
/// At most `most` hexadecimal digits at text[at], as far as there are any; moves `at` behind them.
std::uint32_t hexadecimal(std::string_view text, std::size_t& at, std::size_t most);
/// The character after a backslash at text[at], `at` pointing behind the backslash; moves `at`
/// behind it. Knows n t r f v b 0 a e, uHHHH, u{H}, xHH, and UHHHHHHHH; others are themselves.
std::uint32_t escaped_character(std::string_view text, std::size_t& at);

}  // namespace grabr
