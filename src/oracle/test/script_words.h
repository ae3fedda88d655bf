// Extracts words from a shell script without running it: those that may name a file or program the
// script needs, and those that name what it writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Each word once, in the order of the text, unquoted; "$NAME" stays as it is.
struct ScriptWords {
  std::vector<std::string> words;
  std::vector<std::string> written;  ///< after ">" or "-o", arguments of touch, rm, tee, …
};

/// For scripts in the shell's language or a similar one; string literals of other languages are
/// found, too. Comments are ignored, except for the interpreter in the first line. A quoted text of
/// several words counts as a word, and so does each of its words; so do the right-hand side of
/// "NAME=word" and an option's text from its first "/" on.
ScriptWords words_of_script(std::string_view text);

}  // namespace grabr
