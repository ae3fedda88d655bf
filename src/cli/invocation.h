// Which command a call means, before its options are read.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/commands.h"

namespace grabr {

/// The words of one call, and the row of the table that they name.
struct Invocation {
  const Subcommand* command = nullptr;
  std::string called = "grabr";
  Words words;  ///< without the command's name
  std::optional<Words> after_dashes;
};

/// True for a first word that asks for help.
bool asks_for_help(const Words& words);

/// Walks down the table as far as the words go; without a command's name it is the first row. A
/// command's own options may stand before its name: "-g c check FILE". Throws Error(kInvalid) where
/// only the name of a further command could follow.
Invocation find_invocation(Words words);

/// The names of rows, for hints.
std::vector<std::string> names_of(std::span<const Subcommand> rows);

}  // namespace grabr
