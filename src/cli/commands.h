// The table of commands. Dispatch, --help and the list of commands all come from it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "cli/line/command_line.h"
#include "text/error.h"

namespace CLI {
class App;
}

namespace grabr {

/// Runs a command whose options have been parsed, and returns the exit status. `after_dashes`: the
/// words after "--", for commands that take them as the user's command.
using CommandAction = std::function<int(const std::optional<Words>& after_dashes)>;

struct Subcommand {
  std::string_view name;
  std::string_view help;      ///< one line
  std::string_view usage;     ///< lines
  std::string_view examples;  ///< lines
  /// Declares the options; the returned action runs after they have been parsed.
  CommandAction (*declare)(CLI::App& app) = nullptr;
  bool takes_command = false;
  std::string_view notes = {};                   ///< lines at the end of the command's help
  std::span<const Subcommand> subcommands = {};  ///< none: then `declare` is set
  ErrorKind failure = ErrorKind::kSystem;        ///< what internal and input/output errors count as
  /// For an old name: the command and the option that it stands for. Lists do not show it.
  std::string_view now_command = {}, now_option = {};
  bool tests_as_reduce = false;        ///< its help leaves out the options that reduce has too
  std::string_view begins_group = {};  ///< title of the group of commands that begins here
};

/// All commands, the default one first.
std::span<const Subcommand> commands();

/// The same command, or the one that its old name stands for.
const Subcommand& today(const Subcommand& command);

/// Null if no command has that name.
const Subcommand* find_command(std::span<const Subcommand> among, std::string_view name);

}  // namespace grabr
