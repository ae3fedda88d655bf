#include "cli/help.h"

#include <CLI/CLI.hpp>

#include "cli/line/invocation.h"

namespace grabr {
namespace {

constexpr std::size_t kNameColumn = 30;
constexpr std::size_t kShortColumn = 70;  // a line of the list of commands ends before it

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
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    for (std::size_t at = name.find(','); at != std::string::npos; at = name.find(',', at + 1)) {
      name.insert(at + 1, " ");
    }
    // CLI11 shows a flag with an optional value as --name{default}.
    if (const std::size_t brace = name.find('{'); brace != std::string::npos) {
      name.replace(brace, name.find('}', brace) + 1 - brace, "[=N]");
    }
    return name;
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
    "\nExit status of reduce, diff, compare, verify, fuzz and bench:\n"
    "  0    finished, or as small as --stop-at asks for (fuzz: nothing was found; bench: all\n"
    "       reductions are on record, each with its own end)\n"
    "  1    internal or input/output error\n"
    "  2    usage\n"
    "  3    the original does not fail\n"
    "  4    does not parse (--strict)\n"
    "  5    the test was refused: it fails without the failure, or at random\n"
    "  6    a budget (--max-time, --max-tests) is used up, best saved\n"
    "  7    the environment changed (the best no longer fails), best saved\n"
    "  8    the passing input does not pass (dd-max, dd-diff, grabr diff)\n"
    "  9    a report is not confirmed: a neighbour still fails (grabr verify)\n"
    "  10   failing inputs were found (grabr fuzz)\n"
    "  130  interrupted, best saved (143: by SIGTERM, 129: by SIGHUP)\n"
    "  139  died by SIGSEGV, best saved: a fault of grabr (134: by SIGABRT, 136: by SIGFPE)\n"
    "grabr check: 0 all parse, 1 some do not, 2 anything else.\n";

constexpr std::string_view kTestContract =
    "\nThe test runs in a fresh folder that holds the candidate under FILE's own name. It gets "
    "the\n"
    "candidate's path as last argument (or wherever @@ stands; @@.ext: under that extension) and "
    "the\n"
    "candidate on standard input.\n"
    "Exit status 0: it still fails as wanted; 125: cannot tell; anything else: it does not.\n"
    "With any option of \"Without a script\" the exit status says no such thing: the candidate "
    "fails as\n"
    "wanted when all the conditions hold, whatever the command is, a script too. Of a COMMAND or "
    "SHELL\n"
    "TEXT without them that dies by a signal or has a sanitizer's report on FILE, that is the "
    "failure.\n"
    "$GRABR_DIR names the folder grabr was started in, $GRABR_FILE the candidate.\n"
    "FILE may be - for standard input; the result then goes to standard output, unless -o says "
    "where.\n"
    "\nWhere standard error is not a terminal, a line a minute says how it goes ($GRABR_HEARTBEAT: "
    "another\nnumber of seconds); the signal USR1 asks for one.\n"
    "\nOptions of creduce, cvise, llvm-reduce, shrinkray, perses, picire, picireny, treereduce, "
    "ddsmt,\n"
    "halfempty, lithium, afl-tmin and libFuzzer are understood, too (--n 4, --test-script,\n"
    "--interesting-stderr): each does here what it does there, or says what to use instead.\n";

}  // namespace

std::string command_help(const Subcommand& command, const std::string& called) {
  std::string text = called + ": " + std::string(command.help) + "\n" +
                     examples_and_usage(command.examples, command.usage);
  if (command.declare == nullptr) {
    return text + list_of(command.subcommands) + "\n`" + called +
           " COMMAND --help` shows the options of a command.\n";
  }
  text += options_of(command);
  if (command.name == commands().front().name) text.append(kTestContract).append(kExitStatus);
  if (!command.notes.empty()) text += "\n" + std::string(command.notes) + "\n";
  return text;
}

std::string short_help() {
  std::string text =
      "grabr makes a failing input as small as possible, with a grammar of its language.\n"
      "\nFour ways to call it (what follows \"--\" is a command; @@ is the input's path):\n"
      "  grabr ./test.sh input.c                    the test exits with 0 while it still fails\n"
      "  grabr -t ./test.sh -i input.c -o small.c\n"
      "  grabr -c 'cc -c @@ 2>&1 | grep -q \"internal error\"' input.c\n"
      "  grabr --signal SEGV -i input.sql -- ./server --file @@\n"
      "\nCommands:";
  std::size_t column = kShortColumn;
  for (const Subcommand& row : commands()) {
    if (column + row.name.size() + 1 > kShortColumn) {
      text += "\n ";
      column = 1;
    }
    text += " " + std::string(row.name);
    column += row.name.size() + 1;
  }
  return text +
         "\n\n"
         "  grabr --help           all options, with examples and exit statuses\n"
         "  grabr help COMMAND     those of a command\n"
         "  grabr grammars         the languages it knows\n"
         "  grabr strategies       how it can search\n";
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
