// Base64 is RFC 4648's, with its padding. Tested by tests/run/outside_messages_test.cc.
#include "run/files/outside_messages.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

namespace grabr {
namespace {

constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? kBase64Digits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

std::optional<std::string> bytes_of(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::size_t digit = kBase64Digits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    group = group << 6 | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 255U);
  }
  return bytes;
}

}  // namespace

std::string feedback_line(std::string_view text, bool fails) {
  return R"({"content": ")" + base64(text) + R"(", "interesting": )" + (fails ? "true" : "false") +
         "}\n";
}

std::string query_line(std::string_view text) {
  return R"({"content": ")" + base64(text) + "\"}\n";
}

std::string idle_line() { return "{\"idle\": true}\n"; }

std::optional<OutsideMessage> read_outside_message(std::string_view line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  if (json.value("idle", nlohmann::json()) == true) return OutsideMessage{};
  const auto content = json.find("content");
  if (content == json.end() || !content->is_string()) return std::nullopt;
  auto text = bytes_of(content->get_ref<const std::string&>());
  if (!text) return std::nullopt;
  const auto answer = json.find("interesting");
  const bool is_feedback = answer != json.end();
  if (is_feedback && !answer->is_boolean()) return std::nullopt;
  return OutsideMessage{
      is_feedback ? OutsideMessage::Kind::kFeedback : OutsideMessage::Kind::kQuery,
      *std::move(text), is_feedback && answer->get<bool>()};
}

}  // namespace grabr
