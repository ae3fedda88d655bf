// `grabr help`, `grabr version`, `grabr strategies`: commands that do the same as options. Tested
// by tests/cli/program_test.cc.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/line/invocation.h"
#include "cli/show/strategies.h"
#include "text/error.h"
#include "text/suggest.h"

namespace grabr {
namespace {

const Subcommand& require_command(std::span<const Subcommand> among, const std::string& name) {
  if (const Subcommand* command = find_command(among, name)) return *command;
  throw Error(ErrorKind::kInvalid,
              "no command is called " + name + "\nhint: " + word_hint(name, names_of(among)));
}

int show_help(Words names) {
  if (names.empty() || names.front() == "all") {
    std::cout << (names.empty() ? short_help() : program_help());
    return 0;
  }
  const bool is_whole = names.back() == "all";
  if (is_whole) names.pop_back();
  const Subcommand* command = nullptr;
  std::string called = "grabr";
  for (const std::string& name : names) {
    command = &today(require_command(command == nullptr ? commands() : command->subcommands, name));
    called += " " + std::string(command->name);
    if (command->subcommands.empty()) break;
  }
  std::cout << command_help(*command, called, is_whole ? OptionsShown::kAll : OptionsShown::kOwn);
  return 0;
}

}  // namespace

CommandAction declare_help(CLI::App& app) {
  auto names = std::make_shared<Words>();
  app.add_option("COMMAND", *names,
                 "The command; all: all commands and options, or all options of the command")
      ->type_name("");
  return [names](const std::optional<Words>&) { return show_help(*names); };
}

CommandAction declare_version(CLI::App&) {
  return [](const std::optional<Words>&) { return show_version(); };
}

CommandAction declare_strategies(CLI::App& app) {
  auto name = std::make_shared<std::string>();
  app.add_option("NAME", *name, "Explain this strategy or pass of auto. Default: list all of them")
      ->type_name("");
  return [name](const std::optional<Words>&) {
    return name->empty() ? list_strategies() : explain_strategy(*name);
  };
}

}  // namespace grabr
