#include "cli/help.h"

#include <CLI/CLI.hpp>

#include "cli/program.h"

namespace grabr {
namespace {

constexpr std::size_t kNameColumn = 30;

std::string indented(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    text += "  " + std::string(lines.substr(0, end)) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

std::string examples_and_usage(std::string_view examples, std::string_view usage) {
  return "\nExamples:\n" + indented(examples) + "\nUsage:\n" + indented(usage);
}

std::string list_of(std::span<const Subcommand> rows) {
  std::string text = "\nCommands:\n";
  for (const Subcommand& row : rows) {
    std::string name = "  " + std::string(row.name);
    name.resize(std::max(name.size() + 2, kNameColumn), ' ');
    text += name + std::string(row.help) + "\n";
  }
  return text;
}

/// Shows what an option takes in the words of its declaration, without CLI11's remarks on them.
class PlainFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? "" : " " + option->get_type_name();
  }
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    const std::string name = CLI::Formatter::make_option_name(option, is_positional);
    const std::size_t comma = name.find(',');
    if (comma == std::string::npos) return name;
    return name.substr(0, comma + 1) + " " + name.substr(comma + 1);
  }
};

/// Positionals and options, as declared.
std::string options_of(const Subcommand& command) {
  CLI::App app;
  command.declare(app);
  declare_common(app);
  PlainFormatter formatter;
  formatter.column_width(kNameColumn);
  formatter.label("Positionals", "Arguments");
  std::string text =
      formatter.make_positionals(&app) + formatter.make_groups(&app, CLI::AppFormatMode::Normal);
  for (std::size_t at; (at = text.find("\n\n\n")) != std::string::npos;) text.erase(at, 1);
  return text;
}

constexpr std::string_view kExitStatus =
    "\nExit status of reduce, diff and verify:\n"
    "  0    finished\n"
    "  1    internal or input/output error\n"
    "  2    usage\n"
    "  3    the original does not fail\n"
    "  4    does not parse (--strict)\n"
    "  5    the test was refused: it fails without the failure, or at random\n"
    "  6    budget reached, best saved\n"
    "  7    the environment changed (the best no longer fails), best saved\n"
    "  8    the passing input does not pass (dd-max, dd-diff, grabr diff)\n"
    "  9    a report is not confirmed: a neighbour still fails (grabr verify)\n"
    "  130  interrupted, best saved (143: by SIGTERM)\n";

constexpr std::string_view kTestContract =
    "\nThe test runs in a fresh folder that holds the candidate under FILE's own name. It gets "
    "the\n"
    "candidate's path as last argument (or wherever @@ stands; @@.ext: under that extension) and "
    "the\n"
    "candidate on standard input.\n"
    "Exit status 0: it still fails as wanted; 125: cannot tell; anything else: it does not.\n"
    "With any option of \"Without a script\" the exit status says no such thing: the candidate "
    "fails as\n"
    "wanted when all the conditions hold, whatever the command is, a script too.\n"
    "$GRABR_DIR names the folder grabr was started in, $GRABR_FILE the candidate.\n"
    "\nOptions of creduce, cvise, shrinkray, perses, picire, picireny, treereduce, ddsmt, "
    "halfempty and\n"
    "lithium are understood, too (--n 4, --test-script, --interesting-stderr): each does here "
    "what it\n"
    "does there, or says what to use instead.\n";

}  // namespace

std::string command_help(const Subcommand& command, const std::string& called) {
  std::string text = called + ": " + std::string(command.help) + "\n" +
                     examples_and_usage(command.examples, command.usage);
  if (command.declare == nullptr) {
    return text + list_of(command.subcommands) + "\n`" + called +
           " COMMAND --help` shows the options of a command.\n";
  }
  text += options_of(command);
  if (command.declare == declare_reduce) text.append(kTestContract).append(kExitStatus);
  if (!command.notes.empty()) text += "\n" + std::string(command.notes) + "\n";
  return text;
}

std::string program_help() {
  const Subcommand& reduce = commands().front();
  std::string text =
      "grabr makes a failing input as small as possible, with a grammar of its language.\n";
  text += examples_and_usage(reduce.examples,
                             std::string(reduce.usage) + "\ngrabr COMMAND [options] ...");
  text += list_of(commands());
  text += "\n`grabr COMMAND --help` shows the options of a command. Those of reduce:\n";
  text += options_of(reduce);
  return text.append(kTestContract).append(kExitStatus);
}

}  // namespace grabr
