// What a user is told when the input to reduce does not fail: what its test did, and how to look.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/command_line.h"
#include "oracle/process_oracle.h"

namespace grabr {

/// Runs the test once more, keeps its folder, and describes: how it ended, what it printed, a command
/// to paste, and hints. A test that ran out of time (`first`) is not run again.
std::string explain_passing_original(ProcessOracle& oracle, const TestResult& first, const Call& call,
                                     std::string_view text, double timeout_s);

/// The shell command that repeats a test in the folder that it was run in.
std::string recipe(const Call& call, const std::filesystem::path& folder);

}  // namespace grabr
