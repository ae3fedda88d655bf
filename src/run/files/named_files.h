// Finds files in the user's folder that a test names, but cannot see in its own folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Words of a shell script, outside of comments, that name a file in `folder`: "helper.h" in `cc
/// -include helper.h`. In order of appearance, each once, at most eight; as written, without "./".
/// Absolute paths and words that begin with a variable are left out.
std::vector<std::string> files_named_by_script(std::string_view script,
                                               const std::filesystem::path& folder);

/// The first argument of a command that names a file in the current folder. Not one that is copied
/// for the test, nor one with the original's name, which the candidate has. Empty if there is none.
std::string file_named_by_command(const std::vector<std::string>& command,
                                  const std::vector<std::filesystem::path>& copies,
                                  const std::filesystem::path& original);

/// "t.py lies in this folder, and the test runs in another one: …"
std::string words_on_file_elsewhere(const std::string& name);

}  // namespace grabr
