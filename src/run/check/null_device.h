// Checks that the null device is still a device. A compiler that writes there and removes its
// output when it crashes replaces it, if the user has the permission. Then other programs fail for
// no visible reason.
#pragma once

#include <filesystem>
#include <string>

#include "run/config/listener.h"

namespace grabr {

inline constexpr const char* kNullDevice = "/dev/null";

/// Describes the problem, with the command that repairs it; empty if it is a device.
std::string problem_of_null_device(const std::filesystem::path& path = kNullDevice);

/// Warns at most once in a run of the program.
void warn_of_null_device(run::Listener& listener);

}  // namespace grabr
