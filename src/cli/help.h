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

/// Help of a command with options, or of a group of commands. `called` is how the user names it:
/// "grabr grammar check".
std::string command_help(const Subcommand& command, const std::string& called);

}  // namespace grabr
