// Reads regular expressions of other tools, and the named sets of characters in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grammar/lex/regex.h"
#include "grammar/model/char_class.h"
#include "import/model/phrase.h"

namespace grabr {

/// Reads an expression of JavaScript, Rust or Python, as in tree-sitter, Lark and others.
/// Constructs that a token cannot have, such as look-around, are left out and named in `left_out`.
/// Nothing if it cannot be read. Of `flags`, i, s and x are used.
std::optional<Phrase> read_js_regex(std::string text, const std::string& flags,
                                    std::string& left_out);

/// The phrase of an expression of ours.
Phrase regex_part(std::string_view text);

/// An expression as a phrase of sets, sequences, choices and repetitions.
Phrase phrase_of(const Regex& regex);

/// The set of \p{name}: exact for ASCII; beyond it a superset (letters, digits and signs there are
/// not distinguished), so tokens get wider, never narrower. Nothing for an unknown name.
std::optional<CharClass> unicode_set(std::string_view name);

}  // namespace grabr
