// Tested by tests/report/history_test.cc.
#include "text/utf8.h"

#include <algorithm>
#include <iterator>

namespace grabr {
namespace {

constexpr char32_t kReplacementPoint = 0xFFFD;

struct Range {
  char32_t first, last;
};

bool in_ranges(char32_t value, const Range* begin, const Range* end) {
  return std::any_of(begin, end, [value](Range r) { return r.first <= value && value <= r.last; });
}

// The blocks that occur in practice, not all of Unicode.
constexpr Range kCombining[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
constexpr Range kSteering[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C},
                               {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069},
                               {0xFEFF, 0xFEFF}};
constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},  {0x4E00, 0xA4CF},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

}  // namespace

std::uint32_t utf8_code_point(std::string_view text, std::size_t at, std::size_t length) {
  const unsigned lead = static_cast<unsigned char>(text[at]);
  std::uint32_t code = length == 1 ? lead : lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    code = (code << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3Fu);
  }
  return code;
}

std::size_t code_point_length(std::string_view text, std::size_t at) {
  return std::max<std::size_t>(utf8_length(text, at), 1);
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

char32_t code_point_value(std::string_view code_point) {
  const std::size_t length = utf8_length(code_point, 0);
  return length == 0 ? kReplacementPoint : utf8_code_point(code_point, 0, length);
}

std::string beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = 0;
  for (std::size_t next = 0; next <= most; next += code_point_length(text, next)) end = next;
  return std::string(text.substr(0, end)) + "…";
}

void append_utf8(std::string& text, char32_t code_point) {
  const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (code_point < 0x80) return add(code_point);
  if (code_point < 0x800) {
    add(0xC0 | code_point >> 6);
  } else if (code_point < 0x10000) {
    add(0xE0 | code_point >> 12);
    add(0x80 | (code_point >> 6 & 0x3F));
  } else {
    add(0xF0 | code_point >> 18);
    add(0x80 | (code_point >> 12 & 0x3F));
    add(0x80 | (code_point >> 6 & 0x3F));
  }
  add(0x80 | (code_point & 0x3F));
}

bool steers_display(char32_t code_point) {
  return in_ranges(code_point, std::begin(kSteering), std::end(kSteering));
}

std::size_t display_width(char32_t code_point) {
  if (in_ranges(code_point, std::begin(kCombining), std::end(kCombining))) return 0;
  return in_ranges(code_point, std::begin(kWide), std::end(kWide)) ? 2 : 1;
}

std::string bytes_as_points(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0U | (byte >> 6U));
      text += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return text;
}

std::string points_as_bytes(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80 || i + 1 == text.size()) {
      bytes += text[i];
    } else {
      ++i;
      bytes +=
          static_cast<char>(((lead & 3U) << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU));
    }
  }
  return bytes;
}

}  // namespace grabr
