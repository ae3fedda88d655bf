// Finds the end of quoted strings in texts of unknown languages.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace grabr {

bool is_quote(char c);

/// Strings end on their line; a backslash hides the next character. A quote without a partner is an
/// ordinary character, and so are all quotes of its kind up to the end of that line: so no line is
/// searched twice for the same quote.
class QuotedStrings {
 public:
  explicit QuotedStrings(std::string_view text) : text_(text) {}

  /// End of the string that begins with the quote at `at`. Call from left to right.
  std::size_t end(std::size_t at);

 private:
  std::string_view text_;
  std::array<std::size_t, 3> unclosed_until_{};  // per kind of quote
};

}  // namespace grabr
