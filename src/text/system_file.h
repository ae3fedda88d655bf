// Small files that the system or another process writes, and that may not be there: in /proc, in
// /sys, a status file. Streams of the standard library read on for ever where a read is interrupted
// again and again.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace grabr {

/// All bytes of the file, or its first `most`; empty when it cannot be read.
std::string read_if_there(const std::filesystem::path& path, std::size_t most = std::size_t{1} << 24);

}  // namespace grabr
