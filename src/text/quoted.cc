#include "text/quoted.h"

namespace grabr {

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

std::size_t QuotedStrings::end(std::size_t at) {
  const char quote = text_[at];
  std::size_t& unclosed = unclosed_until_[quote == '"' ? 0 : quote == '\'' ? 1 : 2];
  if (at < unclosed) return at + 1;
  std::size_t i = at + 1;
  for (; i < text_.size() && text_[i] != '\n'; ++i) {
    if (text_[i] == quote) return i + 1;
    if (text_[i] == '\\' && i + 1 < text_.size() && text_[i + 1] != '\n') ++i;
  }
  unclosed = i;
  return at + 1;
}

}  // namespace grabr
