// Which files a test or an input names that lie in the user's folder, where the test in its own
// folder does not see them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// Words of a shell script, outside of comments, that name what is in `folder`: "helper.h" in
/// `cc -include helper.h`. In order of appearance, each once, at most eight; as written, without
/// "./". Not absolute paths, not what begins with a variable.
std::vector<std::string> files_named_by_script(std::string_view script,
                                               const std::filesystem::path& folder);

/// The same of strings between double quotes, on one line: #include "helper.h".
std::vector<std::string> files_named_in_quotes(std::string_view text,
                                               const std::filesystem::path& folder);

}  // namespace grabr
