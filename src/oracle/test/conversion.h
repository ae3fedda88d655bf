// The user's commands that convert files: the input's bytes to the text that is reduced (--decode),
// a candidate's text to the bytes that the test sees (--encode).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace grabr {

/// A shell script. $1 is the file, which is also on standard input; $2 is the path of the result.
/// It runs in an empty folder. In `command`, "@@" stands for the file. The result is the file
/// written to "{out}" if the command names that, else its output, or the new file next to its
/// input. The exit status is not 0 if there is no result.
std::string conversion_script(const std::vector<std::string>& command);

/// The name of the text made from `original`: "a/b.wasm" gives "b.txt".
std::string encoded_text_name(const std::filesystem::path& original);

}  // namespace grabr
