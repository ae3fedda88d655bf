#include "grammar/model/escapes.h"

#include <algorithm>

#include "grammar/model/char_class.h"
#include "text/ascii.h"

namespace grabr {

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::uint32_t hexadecimal(std::string_view text, std::size_t& at, std::size_t most) {
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < most && at < text.size() && hex_value(text[at]) >= 0; ++i, ++at) {
    code = std::min<std::uint32_t>(code, kLastCodePoint) * 16 +
           static_cast<std::uint32_t>(hex_value(text[at]));
  }
  return std::min(code, kLastCodePoint);
}

std::uint32_t escaped_character(std::string_view text, std::size_t& at) {
  if (at >= text.size()) return '\\';
  const char c = text[at];
  const TextUnit unit = unit_at(text, at);
  at += std::max<std::uint32_t>(unit.length, 1);
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'b': return '\b';
    case 'a': return '\a';
    case 'e': return 0x1B;
    case '0': return 0;
    case 'x': return hexadecimal(text, at, 2);
    case 'U': return hexadecimal(text, at, 8);
    case 'u': {
      if (at < text.size() && text[at] == '{') {
        ++at;
        const std::uint32_t code = hexadecimal(text, at, 8);
        if (at < text.size() && text[at] == '}') ++at;
        return code;
      }
      return hexadecimal(text, at, 4);
    }
    default: return unit.value;
  }
}

}  // namespace grabr
