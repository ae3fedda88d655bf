// The user's commands that convert files: the input's bytes to the text that is reduced (--decode),
// a candidate's text to the bytes that the test sees (--encode).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace grabr {

/// A shell text. $1 is the file, which is also on standard input, $2 the path of what is to be
/// made. It runs in a folder where nothing else lies. In `command` "@@" is the file; the result is
/// what it writes to "{out}" if it names that, else what it prints, or the new file beside its
/// input. The exit status is not 0 if nothing is made.
std::string conversion_script(const std::vector<std::string>& command);

/// Of the text that is made into `original`'s kind of file: "a/b.wasm" gives "b.txt".
std::string encoded_text_name(const std::filesystem::path& original);

}  // namespace grabr
