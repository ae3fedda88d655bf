// Where the files of a reduction go.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "run/config/config.h"

namespace grabr {

/// Where the result goes; nothing: nowhere. An existing folder, or a path that ends in "/" (a
/// folder to be made), gets a file of the input's name. Throws Error for an output that would
/// replace the input or cannot be written.
std::optional<std::filesystem::path> find_output(const run::Output& output,
                                                 const std::string& input);

/// ".grabr" beside the output; beside the input when the output is no file (standard output).
/// Throws Error(kInvalid) where a folder of that name is not our own.
std::filesystem::path kept_folder(const std::optional<std::filesystem::path>& output,
                                  const std::filesystem::path& input);

/// Where answers are kept: in the folder that is named, or else in `kept`. Absolute.
std::filesystem::path cache_folder(const run::Output& output, const std::filesystem::path& kept);

/// The folder as an absolute path whose last part is a name, also for "dir/" and ".".
std::filesystem::path absolute_folder(const std::filesystem::path& given);

}  // namespace grabr
