// Shell commands that repeat a test without grabr, for the user to paste.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "oracle/process/process_oracle.h"

namespace grabr {

/// Repeats a test in the folder where it ran, which contains the candidate. The candidate is passed
/// as in a run, with GRABR_DIR, but without limits, launcher and conditions.
std::string recipe(const ProcessOracleOptions& test, const std::filesystem::path& folder);

/// Repeats the test of a text that is not on disk, in a new folder with the test's copies. Empty if
/// the text cannot be written in a line of shell.
std::string recipe_for_text(const ProcessOracleOptions& test, std::string_view text);

}  // namespace grabr
