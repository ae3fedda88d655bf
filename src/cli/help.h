// What --help prints: examples first, then usage, then every option.
#pragma once

#include <span>
#include <string>

#include "cli/commands.h"

namespace grabr {

/// All commands, and the options of the default one.
std::string program_help();

/// What most calls need, on one screen, and where to read on.
std::string short_help();

/// Are the options of the test in the help of a command that takes them as reduce does?
enum class OptionsShown { kOwn, kAll };

/// Help of a command with options, or of a group of commands. `called` is how the user names it:
/// "grabr grammar check".
std::string command_help(const Subcommand& command, const std::string& called,
                         OptionsShown shown = OptionsShown::kOwn);

}  // namespace grabr
