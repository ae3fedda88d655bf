// Shell commands that repeat a test outside of grabr, for the user to paste.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/command_line.h"

namespace grabr {

/// Repeats a test in the folder that it was run in, which holds the candidate.
std::string recipe(const Call& call, const std::filesystem::path& folder);

/// Repeats the test of a text that is not on the disk, in a new folder with copies of the files
/// (paths from the current folder). Empty when the text cannot be written in a line of shell.
std::string recipe_for_text(const Call& call, std::string_view text, const Words& copies = {});

}  // namespace grabr
