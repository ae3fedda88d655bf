// Tested by tests/run/outside_messages_test.cc.
#include "run/files/outside_messages.h"

#include "report/form/json_text.h"
#include "text/error.h"
#include "text/json.h"

namespace grabr {
namespace {

/// Nothing if the text is not base64.
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
  try {
    const JsonDocument document("a message", std::string(line), "a message of the protocol");
    const JsonField json = document.root();
    if (const auto idle = json.find("idle"); idle && idle->value().boolean) return OutsideMessage{};
    auto text = bytes_of(json.get<std::string>("content"));
    if (!text) return std::nullopt;
    const bool is_feedback = json.value().find("interesting") != nullptr;
    return OutsideMessage{
        is_feedback ? OutsideMessage::Kind::kFeedback : OutsideMessage::Kind::kQuery,
        *std::move(text), is_feedback && json.get<bool>("interesting")};
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace grabr
