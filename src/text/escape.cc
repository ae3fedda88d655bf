#include "text/escape.h"

#include "text/utf8.h"

namespace grabr {
namespace {

bool is_shown(std::string_view character) {
  const char32_t value = code_point_value(character);
  if (character.size() == 1) return value >= 0x20 && value < 0x7F;
  const bool control = value < 0xA0;
  const bool reorders = value == 0x200E || value == 0x200F || (value >= 0x202A && value <= 0x202E) ||
                        (value >= 0x2066 && value <= 0x2069);
  const bool breaks_line = value == 0x2028 || value == 0x2029;
  const bool byte_order_mark = value == 0xFEFF;
  return !control && !reorders && !breaks_line && !byte_order_mark;
}

void append_hex(char byte, std::string& out) {
  static constexpr char kHex[] = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  out += {'\\', 'x', kHex[value >> 4], kHex[value & 15]};
}

void append_escaped(std::string_view character, std::string& out) {
  switch (character[0]) {
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\r': out += "\\r"; return;
    default: break;
  }
  for (const char byte : character) append_hex(byte, out);
}

}  // namespace

std::string escaped(std::string_view bytes, std::string_view special, std::size_t most) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t at = 0; at < bytes.size(); ++count) {
    if (count == most) return out + "…";
    const std::string_view character = bytes.substr(at, code_point_length(bytes, at));
    at += character.size();
    if (!is_shown(character)) {
      append_escaped(character, out);
      continue;
    }
    if (special.find(character[0]) != std::string_view::npos) out += '\\';
    out += character;
  }
  return out;
}

std::string quoted(std::string_view bytes, char quote, std::size_t most) {
  const char special[] = {quote, '\\'};
  return quote + escaped(bytes, {special, sizeof special}, most) + quote;
}

}  // namespace grabr
