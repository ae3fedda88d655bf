// Finds files in the user's folder that a test names, but cannot see in its own folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Words of a shell script, outside of comments, that name a file in `folder`: "helper.h" in
/// `cc -include helper.h`. In order of appearance, each once, at most eight; as written, without
/// "./". Without absolute paths and words that begin with a variable.
std::vector<std::string> files_named_by_script(std::string_view script,
                                               const std::filesystem::path& folder);

/// The first word of a command behind its program that names a file of the current folder, unless
/// it is copied into the test's, or called like the original, as the candidate is; empty: there is
/// none.
std::string file_named_by_command(const std::vector<std::string>& command,
                                  const std::vector<std::filesystem::path>& copies,
                                  const std::filesystem::path& original);

/// "t.py lies in this folder, and the test runs in another one: …"
std::string words_on_file_elsewhere(const std::string& name);

}  // namespace grabr
