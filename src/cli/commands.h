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
  /// Declares the options; what it returns runs after they have been parsed.
  CommandAction (*declare)(CLI::App& app) = nullptr;
  bool takes_command = false;
  std::string_view notes = {};                   ///< lines at the end of its help
  std::span<const Subcommand> subcommands = {};  ///< none: `declare` is set
  ErrorKind failure = ErrorKind::kSystem;        ///< what internal and input/output errors count as
  /// Another name: the command and the first word that it stands for. It is in no list.
  std::string_view now_command = {}, now_option = {};
  bool tests_as_reduce = false;        ///< its help leaves out the options that reduce has, too
  std::string_view begins_group = {};  ///< title of those in the list of commands from here on
};

/// All of them, the default command first.
std::span<const Subcommand> commands();

/// The same command, or the one that its old name stands for.
const Subcommand& today(const Subcommand& command);

/// Null if no command has that name.
const Subcommand* find_command(std::span<const Subcommand> among, std::string_view name);

}  // namespace grabr
