// Words as a POSIX shell reads them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace grabr {

/// One word for the shell, in single quotes where it needs them.
std::string shell_word(std::string_view text);
/// All of them, with blanks between.
std::string shell_words(std::span<const std::string> texts);

/// The text in single quotes: one word for a shell, whatever is in it.
std::string shell_quoted(std::string_view text);

}  // namespace grabr
