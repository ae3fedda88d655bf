// Files of the work folder: written whole, and copied without a copy where the file system can.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

namespace grabr {

/// Writes a file that must not be there yet. Returns 0 or the error number; the file may be there
/// then.
int write_file(const std::filesystem::path& path, std::string_view bytes, mode_t mode);

/// Copies a file's content and mode; what is written to one is not seen in the other. Shares the
/// blocks on the disk where that is possible. Returns 0 or the error number.
int copy_regular_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Copies a file, a symbolic link as such, or a folder with all that is in it. What is neither (a
/// socket, a device) is left out. Throws std::system_error.
void copy_tree(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace grabr
