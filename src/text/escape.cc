#include "text/escape.h"

#include <algorithm>

#include "text/utf8.h"

namespace grabr {
namespace {

bool is_shown(std::string_view character) {
  const bool broken = character.size() == 1 && static_cast<unsigned char>(character[0]) >= 0x80;
  return !broken && !steers_display(code_point_value(character));
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

std::string shown_name(const std::filesystem::path& name) { return escaped(name.native(), ""); }

std::string displayed(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    out += escaped(text.substr(0, end), "");
    if (end == text.size()) return out;
    out += text[end];
    text.remove_prefix(end + 1);
  }
}

std::string quoted(std::string_view bytes, char quote, std::size_t most) {
  const char special[] = {quote, '\\'};
  return quote + escaped(bytes, {special, sizeof special}, most) + quote;
}

}  // namespace grabr
