// Regular expressions of other tools, and the named sets of characters in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grammar/lex/regex.h"
#include "grammar/model/char_class.h"
#include "import/model/phrase.h"

namespace grabr {

/// An expression of JavaScript, Rust or Python, as tree-sitter, Lark and others have them. What a
/// token cannot have, such as look-around, is left out, and `left_out` says what. Nothing if it
/// cannot be read. `flags`: those of i, s and x count.
std::optional<Phrase> read_js_regex(std::string text, const std::string& flags,
                                    std::string& left_out);

/// An expression as a phrase of sets, sequences, choices and repetitions.
Phrase phrase_of(const Regex& regex);

/// The set of \p{name}: exact in ASCII, beyond it a superset (letters, digits and signs there are
/// not told apart), which makes tokens wider, never narrower. Nothing for an unknown name.
std::optional<CharClass> unicode_set(std::string_view name);

}  // namespace grabr
