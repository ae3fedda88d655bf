// Shell commands that repeat a test outside of grabr, for the user to paste.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "oracle/process/process_oracle.h"

namespace grabr {

/// Repeats a test in the folder that it was run in, which holds the candidate. The candidate comes
/// to the test as it does here, with GRABR_DIR; no limit, launcher or condition does.
std::string recipe(const ProcessOracleOptions& test, const std::filesystem::path& folder);

/// Repeats the test of a text that is not on the disk, in a new folder with the copies that the
/// test gets. Empty when the text cannot be written in a line of shell.
std::string recipe_for_text(const ProcessOracleOptions& test, std::string_view text);

}  // namespace grabr
