// The words of a shell script, as far as they can be told without being a shell: which of them may
// name a file or a program that the script needs, and which name what it writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Each word once, in the order of the text, without its quotes; "$NAME" stays as it is.
struct ScriptWords {
  std::vector<std::string> words;
  std::vector<std::string> written;  ///< behind ">" or "-o", arguments of touch, rm, tee, …
};

/// Of a script in the shell's language, or one like it: strings of other languages are found, too.
/// Comments count for nothing, but for the interpreter in the first line. A quoted text of several
/// words is a word, and so is each of them; so are the right sides of "NAME=word", and what an
/// option has from its first "/" on.
ScriptWords words_of_script(std::string_view text);

}  // namespace grabr
