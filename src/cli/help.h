// Makes the text of --help: examples first, then usage, then every option.
#pragma once

#include <span>
#include <string>

#include "cli/commands.h"

namespace grabr {

/// All commands, and the options of the default one.
std::string program_help();

/// What most calls need, on one screen, and where to find the rest.
std::string short_help();

/// Does a command that takes a test as reduce does show the options for it?
enum class OptionsShown { kOwn, kAll };

/// Help of a command with options, or of a group of commands. `called` is how the user names it:
/// "grabr grammar check".
std::string command_help(const Subcommand& command, const std::string& called,
                         OptionsShown shown = OptionsShown::kOwn);

}  // namespace grabr
