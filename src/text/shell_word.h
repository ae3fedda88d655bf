// Words as a POSIX shell reads them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace grabr {

/// A single word for the shell, in single quotes if needed.
std::string shell_word(std::string_view text);
/// All of them, separated by blanks.
std::string shell_words(std::span<const std::string> texts);

/// The text in single quotes: a single word for a shell, whatever it contains.
std::string shell_quoted(std::string_view text);

}  // namespace grabr
