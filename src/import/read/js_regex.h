// Regular expressions of JavaScript, Rust and Python, as tree-sitter, Lark and others have them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "import/model/phrase.h"

namespace grabr {

/// The expression as a phrase of sets, texts, sequences, choices and repetitions (lazy ones too).
/// What a token cannot have, such as look-around, is left out, and `left_out` says what. Nothing if
/// it cannot be read.
std::optional<Phrase> read_js_regex(std::string_view text, bool ignore_case, std::string& left_out);

}  // namespace grabr
