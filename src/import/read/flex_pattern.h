// Reads the regular expressions of lex and flex.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "import/model/phrase.h"

namespace grabr {

struct FlexPattern {
  Phrase body;            ///< names are definitions: {DIGIT}
  std::size_t size = 0;   ///< bytes of the text that it takes
  bool anchored = false;  ///< ^ or $, which are left out
  bool trailing = false;  ///< a/b: only `a` is kept
};

/// The expression at the beginning of `text`, which ends at white space. Nothing if it cannot be
/// read. `ignore_case`: of its letters.
std::optional<FlexPattern> read_flex_pattern(std::string_view text, bool ignore_case);

}  // namespace grabr
