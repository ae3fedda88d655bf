// The words of a command, as a person writes them in one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle_options.h"

namespace grabr {

using Words = std::vector<std::string>;

/// Splits a command into words as a shell does: blanks separate, '…' and "…" and \ quote. Nothing
/// is expanded and no shell runs. Throws Error(kInvalid) for a quote that is never closed.
Words split_words(std::string_view command);

/// A shell text with every "@@" outside of comments written as the shell's first argument, quoted
/// as the place needs it: gcc -c @@ becomes gcc -c "$1". Throws Error(kInvalid) for "@@.ext", which
/// only a command without a shell knows.
std::string shell_text_with_path(std::string_view text);

/// The command of a test; of a shell text /bin/sh and its arguments, the candidate's path to be the
/// last.
Words words_of_test(const ProcessOracleOptions& test);

}  // namespace grabr
