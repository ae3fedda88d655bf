// Line ends, as seen by grammars with an automatic token.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "grammar/model/grammar.h"

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

inline bool is_among(const std::vector<SymbolId>& terminals, SymbolId terminal) {
  return std::find(terminals.begin(), terminals.end(), terminal) != terminals.end();
}

/// Does a line end between these tokens insert the automatic token even if the rules allow other
/// tokens?
inline bool ends_line_between(const AutomaticToken& automatic, SymbolId left, SymbolId right) {
  return is_among(automatic.always_after, left) || is_among(automatic.restricted_after, left) ||
         is_among(automatic.restricted_before, right);
}

}  // namespace grabr
