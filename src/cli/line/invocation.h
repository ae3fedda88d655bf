// Finds the command of a call before its options are parsed. Declares the options of every command.
#pragma once

#include <optional>
#include <string>

#include "cli/commands.h"
#include "cli/line/command_line.h"

namespace CLI {
class App;
}

namespace grabr {

/// The words of a call, and the row of the table that they name.
struct Invocation {
  const Subcommand* command = nullptr;
  std::string called = "grabr";
  Words words;  ///< without the command's name
  std::optional<Words> after_dashes;
};

/// The words that this process was called with, the program's name first; nothing if the system
/// does not tell.
Words words_of_process();

/// True for a first word that asks for help.
bool asks_for_help(const Words& words);

/// Follows the words down the table of commands; without a command's name, takes the first row. A
/// command's own options may precede its name: "-g c check FILE". Throws Error(kInvalid) if the
/// name of a subcommand is missing or unknown.
Invocation find_invocation(Words words);

/// The names of rows, for hints.
std::vector<std::string> names_of(std::span<const Subcommand> rows);

/// Prints the program's version. Returns the exit status.
int show_version();

/// --help and --version, which every command has.
void declare_common(CLI::App& app);

}  // namespace grabr
