// Reads small files that the system or another process writes and that may not exist: in /proc, in
// /sys, a status file. Not done with streams of the standard library, which may retry forever if
// reads are interrupted again and again.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace grabr {

/// All bytes of the file, or the first `most`; empty if it cannot be read.
std::string read_if_there(const std::filesystem::path& path,
                          std::size_t most = std::size_t{1} << 24);

}  // namespace grabr
