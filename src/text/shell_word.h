// Quotes words for a POSIX shell.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace grabr {

/// A single word for the shell, in single quotes if needed.
std::string shell_word(std::string_view text);
/// All words, separated by blanks.
std::string shell_words(std::span<const std::string> texts);

/// A single word in which each name is replaced by the text paired with it, which is not quoted:
/// with {"@@", "\"$1\""} the word a@@ becomes a"$1".
std::string shell_word_with(
    std::string_view text,
    std::initializer_list<std::pair<std::string_view, std::string_view>> names);

/// Does the word on its own have a meaning only for a shell: "|", "2>&1", ">out", "$1"?
bool is_shell_syntax(std::string_view word);

/// The text in single quotes: a single word for a shell, whatever it contains.
std::string shell_quoted(std::string_view text);

/// A file name relative to the folder where the command runs; never taken for an option.
std::string shell_file(const std::string& name);

}  // namespace grabr
