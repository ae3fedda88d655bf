// Line ends, as seen by grammars with an automatic token.
#pragma once

#include <string_view>

namespace grabr {

/// Contains a line feed, a carriage return, or one of Unicode's line and paragraph separators?
inline bool has_line_end(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || text[i] == '\r') return true;
    if (text[i] != '\xE2') continue;
    const std::string_view sign = text.substr(i, 3);
    if (sign == "\xE2\x80\xA8" || sign == "\xE2\x80\xA9") return true;
  }
  return false;
}

}  // namespace grabr
