// Regular expressions of other tools, and the named sets of characters in them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "grammar/model/char_class.h"
#include "import/model/phrase.h"

namespace grabr {

/// An expression of JavaScript, Rust or Python, as tree-sitter, Lark and others have them, as a
/// phrase of sets, texts, sequences, choices and repetitions (lazy ones too).
/// What a token cannot have, such as look-around, is left out, and `left_out` says what. Nothing if
/// it cannot be read.
std::optional<Phrase> read_js_regex(std::string_view text, bool ignore_case, std::string& left_out);

/// An expression of lex or flex.
struct FlexPattern {
  Phrase body;            ///< names are definitions: {DIGIT}
  std::size_t size = 0;   ///< bytes of the text that it takes
  bool anchored = false;  ///< ^ or $, which are left out
  bool trailing = false;  ///< a/b: only `a` is kept
};

/// The expression at the beginning of `text`, which ends at white space. Nothing if it cannot be
/// read. `ignore_case`: of its letters.
std::optional<FlexPattern> read_flex_pattern(std::string_view text, bool ignore_case);

/// The set of \p{name}: exact in ASCII, beyond it a superset (letters, digits and signs there are
/// not told apart), which makes tokens wider, never narrower. Nothing for an unknown name.
std::optional<CharClass> unicode_set(std::string_view name);

}  // namespace grabr
