// The messages between a search and an outside reducer, as Shrink Ray defines them: one JSON object
// per line, texts in base64.
//
//   to the reducer     {"content": BASE64, "interesting": true|false}    a text to work on, or the
//                                                                        answer to a query
//   from the reducer   {"content": BASE64}                               a query: does this fail?
//                      {"idle": true}                                    no further candidates
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grabr {

/// Each returns one line, with "\n".
std::string feedback_line(std::string_view text, bool fails);
std::string query_line(std::string_view text);
std::string idle_line();

struct OutsideMessage {
  enum class Kind : std::uint8_t { kFeedback, kQuery, kIdle };
  Kind kind = Kind::kIdle;
  std::string text;    ///< text of feedback and query
  bool fails = false;  ///< used by feedback
};

/// Nothing if the line is not a message of the protocol.
std::optional<OutsideMessage> read_outside_message(std::string_view line);

}  // namespace grabr
