// Splits a command line into words.
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

/// Replaces every "@@" outside of comments in a shell text by the shell's first argument, quoted as
/// needed there: gcc -c @@ becomes gcc -c "$1". Throws Error(kInvalid) for "@@.ext", which is only
/// supported in commands without a shell.
std::string shell_text_with_path(std::string_view text);

/// The command of a test. For a shell text: /bin/sh and its arguments; the candidate's path is
/// appended later.
Words words_of_test(const ProcessOracleOptions& test);

}  // namespace grabr
