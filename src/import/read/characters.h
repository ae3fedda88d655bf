// The ways in which other tools' grammars write characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "grammar/model/char_class.h"

namespace grabr {

/// The text with its escapes replaced; `octal`: also C's numbers, each a byte.
std::string unescaped(std::string_view text, bool octal = false);
/// The next character as code point or stray byte, 0 at the end; moves `at` past it.
std::uint32_t next_character(std::string_view text, std::size_t& at);
/// The set of [a-z\n] or [^"]; `code` is the prefix of hexadecimal characters: #x in W3C's
/// notation.
CharClass character_class(std::string_view written, std::string_view code = {});
/// The bytes of the unit.
std::string bytes_of(std::uint32_t unit);

}  // namespace grabr
