#include "report/form/json_text.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "text/utf8.h"

namespace grabr {
namespace {

/// A byte that is not part of any well-formed code point stands alone.
bool is_stray_byte(std::string_view bytes, std::size_t at, std::size_t length) {
  return length == 1 && static_cast<unsigned char>(bytes[at]) >= 0x80;
}

constexpr std::uint64_t in_each_byte(std::uint64_t byte) { return 0x0101010101010101u * byte; }

/// The index of the first of eight bytes that is not a plain ASCII character of a JSON string; 8 if
/// all are. Carries start only at bytes from 0x80 on, so they cannot affect the bytes before the
/// first such byte.
std::size_t first_not_plain(const char* eight) {
  std::uint64_t bytes;
  std::memcpy(&bytes, eight, sizeof bytes);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  constexpr std::uint64_t kHigh = in_each_byte(0x80), kLow = in_each_byte(0x7F);
  const std::uint64_t no_control = bytes + in_each_byte(0x80 - 0x20);
  const std::uint64_t no_quote = (bytes ^ in_each_byte('"')) + kLow;
  const std::uint64_t no_backslash = (bytes ^ in_each_byte('\\')) + kLow;
  const std::uint64_t plain = no_control & no_quote & no_backslash & ~bytes;
  return static_cast<std::size_t>(std::countr_zero(~plain & kHigh)) / 8;
}

bool is_plain(char c) { return static_cast<signed char>(c) >= 0x20 && c != '"' && c != '\\'; }

/// The end of the plain characters from `at` on.
std::size_t plain_end(std::string_view text, std::size_t at) {
  for (; text.size() - at >= 8; at += 8) {
    if (const std::size_t plain = first_not_plain(text.data() + at); plain < 8) return at + plain;
  }
  while (at < text.size() && is_plain(text[at])) ++at;
  return at;
}

void append_escape(std::string& json, char c) {
  switch (c) {
    case '\n': json += "\\n"; return;
    case '"': json += "\\\""; return;
    case '\\': json += "\\\\"; return;
    case '\t': json += "\\t"; return;
    case '\r': json += "\\r"; return;
    case '\b': json += "\\b"; return;
    case '\f': json += "\\f"; return;
    default: break;
  }
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  json.append("\\u00") += {kHexDigits[byte >> 4], kHexDigits[byte & 0xF]};
}

}  // namespace

bool append_json_characters(std::string& json, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = plain_end(text, at);
    json.append(text, at, end - at);
    at = end;
    if (at == text.size()) break;
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return false;
    if (length == 1) append_escape(json, text[at]);
    else json.append(text, at, length);
    at += length;
  }
  return true;
}

bool append_json_string(std::string& json, std::string_view text) {
  json += '"';
  if (!append_json_characters(json, text)) return false;
  json += '"';
  return true;
}

std::string as_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = code_point_length(bytes, at);
    text += is_stray_byte(bytes, at, length) ? "\xEF\xBF\xBD" : bytes.substr(at, length);
    at += length;
  }
  return text;
}

std::string bytes_of_base64(std::string_view digits) {
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : digits) {
    const std::size_t digit = kBase64Digits.find(c);
    if (digit == digits.npos) continue;
    bits = bits << 6U | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFFU);
  }
  return bytes;
}

std::string base64(std::string_view bytes) {
  const auto byte = [&](std::size_t at) -> unsigned {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
  };
  std::string digits((bytes.size() + 2) / 3 * 4, '=');
  char* digit = digits.data();
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const unsigned three = byte(at) << 16U | byte(at + 1) << 8U | byte(at + 2);
    for (const unsigned shift : {18U, 12U, 6U, 0U}) *digit++ = kBase64Digits[three >> shift & 63U];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  digits.replace(digits.size() - padding, padding, padding, '=');
  return digits;
}

/// Recursion is safe, because the depth of parsed JSON is limited.
nlohmann::ordered_json json_of(const JsonField& field) {
  using Json = nlohmann::ordered_json;
  const JsonValue& value = field.value();
  switch (value.kind) {
    case JsonValue::Kind::kNull: break;
    case JsonValue::Kind::kBool: return value.boolean;
    case JsonValue::Kind::kString: return value.text;
    case JsonValue::Kind::kNumber:
      if (value.number != std::floor(value.number)) return value.number;
      if (std::abs(value.number) > kMaxJsonNumber) return value.number;
      return static_cast<std::int64_t>(value.number);
    case JsonValue::Kind::kArray: {
      Json array = Json::array();
      for (const JsonField& item : field.items()) array.push_back(json_of(item));
      return array;
    }
    case JsonValue::Kind::kObject: {
      Json object = Json::object();
      for (const auto& [key, item] : field.members()) object[key] = json_of(item);
      return object;
    }
  }
  return nullptr;
}

nlohmann::ordered_json number_json(const std::optional<double>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json names_json(const std::vector<std::string>& files) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& file : files) list.push_back(as_utf8(file));
  return list;
}

}  // namespace grabr
