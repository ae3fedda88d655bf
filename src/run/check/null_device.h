// Is the null device still one? A compiler that is told to write there and removes its output when
// it crashes replaces it, where the user may do that, and other programs then fail without a
// reason.
#pragma once

#include <filesystem>
#include <string>

#include "run/config/listener.h"

namespace grabr {

inline constexpr const char* kNullDevice = "/dev/null";

/// What it is instead, with the command that mends it; empty: it is the device.
std::string problem_of_null_device(const std::filesystem::path& path = kNullDevice);

/// Once in a run of the program.
void warn_of_null_device(run::Listener& listener);

}  // namespace grabr
