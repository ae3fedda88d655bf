// Reading a whole file, and replacing one so that a reader never sees half of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace grabr {

/// All bytes of a file. Throws Error(kInvalid) that names the file and the system's reason.
std::string read_file(const std::filesystem::path& path);

/// Writes all of it, in as many steps as that takes. Returns 0, or the error number.
int write_all(int descriptor, std::string_view bytes);

/// Makes a folder, and those above it; one that is there is fine. Throws Error(kSystem).
void make_folder(const std::filesystem::path& path);

/// Nothing is there yet, or a plain file; false for terminals, pipes, devices, and for names of
/// open files such as /dev/stdout.
bool can_be_replaced(const std::filesystem::path& path);

/// Writes `bytes` to a temporary file beside `path`, syncs it and renames it over `path`: whoever
/// opens `path` finds the old bytes or the new ones, whole, even after a kill or a power cut.
/// The mode of an existing `path` is kept. What cannot be replaced is written to. Throws
/// Error(kSystem).
void write_atomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace grabr
