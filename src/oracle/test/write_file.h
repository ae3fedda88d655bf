// Writes and copies files in the work folder; copies share disk blocks if the file system can.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string_view>

namespace grabr {

/// Writes a file that must not exist yet. Returns 0 or the error number; the file may exist even
/// then.
int write_file(const std::filesystem::path& path, std::string_view bytes, mode_t mode);

/// Copies a file's content and mode; later writes to one do not affect the other. Shares disk
/// blocks if possible. Returns 0 or the error number.
int copy_regular_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Copies a file, a symbolic link as such, or a folder with its contents. Anything else (a socket,
/// a device) in it is skipped. Throws std::system_error.
void copy_tree(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace grabr
