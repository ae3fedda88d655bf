// Archives as folders: unpacked before a reduction, packed again after it. `tar`, `unzip` and `zip`
// do the work.
#pragma once

#include <filesystem>
#include <string>

namespace grabr {

/// ".tar.gz", ".zip" or another of those known, if the name ends so; else empty.
std::string archive_ending(const std::string& name);

/// Makes the folder. Throws Error(kInvalid) with what the program said if that does not work.
void unpack(const std::filesystem::path& archive, const std::filesystem::path& folder);

/// What is in the folder, in order of names; replaces the archive as a whole.
/// Throws Error(kSystem) with what the program said.
void pack(const std::filesystem::path& folder, const std::filesystem::path& archive);

}  // namespace grabr
