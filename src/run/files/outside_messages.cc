// Tested by tests/run/outside_messages_test.cc.
#include "run/files/outside_messages.h"

#include <nlohmann/json.hpp>

#include "report/form/json_text.h"

namespace grabr {
namespace {

/// Nothing: it is no base64.
std::optional<std::string> bytes_of(std::string_view text) {
  const std::string_view digits = text.substr(0, text.find_last_not_of('=') + 1);
  const bool is_base64 =
      text.size() % 4 == 0 && digits.find_first_not_of(kBase64Digits) == digits.npos;
  return is_base64 ? std::optional(bytes_of_base64(digits)) : std::nullopt;
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
