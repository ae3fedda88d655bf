// Finds the paths for the files of a reduction.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "run/config/config.h"

namespace grabr {

/// The path of the result; nothing if it is not written. An existing folder, or a path that ends in
/// "/" (a folder to create), gets a file with the input's name. Throws Error for an output that
/// would replace the input or cannot be written.
std::optional<std::filesystem::path> find_output(const run::Output& output,
                                                 const std::string& input);

/// ".grabr" next to the output, or next to the input if the output is not a file (standard output).
/// Throws Error(kInvalid) if a folder of that name is not our own.
std::filesystem::path kept_folder(const std::optional<std::filesystem::path>& output,
                                  const std::filesystem::path& input);

/// The folder of kept answers: the one that the user names, otherwise `kept`. Absolute.
std::filesystem::path cache_folder(const run::Output& output, const std::filesystem::path& kept);

/// The folder as an absolute path that ends in a name, even for "dir/" and ".".
std::filesystem::path absolute_folder(const std::filesystem::path& given);

}  // namespace grabr
