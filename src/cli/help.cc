#include "cli/help.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "cli/line/invocation.h"

namespace grabr {
namespace {

constexpr std::size_t kNameColumn = 30;
constexpr std::size_t kHelpWidth = 66;  // characters, after the names of options

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
    if (!row.now_command.empty()) continue;
    if (!row.begins_group.empty()) text.append(" ").append(row.begins_group).append(":\n");
    std::string name = "  " + std::string(row.name);
    name.resize(std::max(name.size() + 2, kNameColumn), ' ');
    text += name + std::string(row.help) + "\n";
  }
  return text;
}

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Wraps the text into lines of at most `width` characters.
std::string wrapped(const std::string& text, std::size_t width) {
  std::istringstream words(text);
  std::string lines;
  std::size_t column = 0;
  for (std::string word; words >> word;) {
    const std::size_t length = characters_of(word);
    const bool fits = column == 0 || column + 1 + length <= width;
    lines += column == 0 ? "" : fits ? " " : "\n";
    column = fits && column > 0 ? column + 1 + length : length;
    lines += word;
  }
  return lines;
}

/// Shows an option's value by the placeholder of its declaration, without CLI11's remarks.
class PlainFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? "" : " " + option->get_type_name();
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(option->get_description(), kHelpWidth);
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

/// Removes the options that reduce has with the same description.
void remove_options_of_reduce(CLI::App& app) {
  CLI::App reduce;
  commands().front().declare(reduce);
  for (const CLI::Option* known : reduce.get_options()) {
    if (known->get_positional()) continue;
    CLI::Option* option = app.get_option_no_throw(known->get_name());
    const bool is_help = option == app.get_help_ptr();
    if (option == nullptr || is_help || option->get_description() != known->get_description()) {
      continue;
    }
    app.remove_option(option);
  }
}

/// Positionals and options, as declared.
std::string options_of(const Subcommand& command, OptionsShown shown) {
  CLI::App app;
  command.declare(app);
  if (shown == OptionsShown::kOwn && command.tests_as_reduce) remove_options_of_reduce(app);
  declare_common(app);
  PlainFormatter formatter;
  formatter.column_width(kNameColumn);
  formatter.label("Positionals", "Arguments");
  std::string text =
      formatter.make_positionals(&app) + formatter.make_groups(&app, CLI::AppFormatMode::Normal);
  for (std::size_t at; (at = text.find("\n\n\n")) != std::string::npos;) text.erase(at, 1);
  while (text.ends_with("\n\n")) text.pop_back();  // follows options that are in no list
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
    "  5    the test was rejected: it accepts unrelated inputs, or its answers vary\n"
    "  6    a budget (--max-time, --max-tests) is used up, best saved\n"
    "  7    the environment changed (the best no longer fails), best saved\n"
    "  8    the passing input does not pass (dd-max, dd-diff, grabr diff)\n"
    "  9    a report is not confirmed: a neighbour still fails (grabr verify)\n"
    "  10   failing inputs (grabr fuzz) or new bugs (grabr triage) were found\n"
    "  130  interrupted, best saved (143: by SIGTERM, 129: by SIGHUP)\n"
    "  139  died by SIGSEGV, best saved: a bug in grabr (134: by SIGABRT, 136: by SIGFPE)\n"
    "grabr check: 0 all parse, 1 some do not, 2 anything else.\n";

constexpr std::string_view kTestContract =
    "\nThe test runs in a fresh folder that contains the candidate under FILE's own name. It gets "
    "the\ncandidate's path as last argument (or wherever @@ stands; @@.ext: under that extension) "
    "and the\ncandidate on standard input.\nExit status 0: the failure is still there; 125: cannot "
    "tell; anything else: it is gone.\nWith failure conditions (--stderr, ...) the exit status "
    "does not count: a candidate fails if all\nconditions hold, even if the test is a script. "
    "Without them, if a COMMAND or SHELL TEXT visibly\nfails on FILE (a signal, a sanitizer's "
    "report, an exception), that is the failure.\n$GRABR_DIR names the folder grabr was started "
    "in, $GRABR_FILE the candidate.\nFILE may be - for standard input; the result then goes to "
    "standard output, unless -o says where.\n\nIf standard error is not a terminal, a progress "
    "line appears every minute ($GRABR_HEARTBEAT:\nanother number of seconds) and on signal "
    "USR1.\n\nOptions of creduce, cvise and shrinkray (--n 4, --not-c) work, too: each has "
    "the\nsame effect, or grabr names its replacement.\n";

constexpr std::size_t kOverviewColumn = 24;

constexpr std::string_view kOverview =
    R"(grabr makes a failing input as small as possible, with a grammar of its language.

  grabr ./test.sh input.c                 the test exits with 0 while the failure is there
  grabr -- python3 app.py                 a command that visibly fails needs no test
  grabr src -- gcc -c src/main.c          all files of a folder
  grabr -i crash.json -o small.json -- ./parser @@
  grabr --stderr 'bad index' -i in.txt -- ./tool --fast @@
  grabr -c 'gcc -c @@ 2>&1 | grep -q "internal compiler error"' input.c

@@ is the path of the candidate. The result is in input.reduced.c; the best so far is there at any
moment, and the same call resumes an interrupted run.

Options:
  -o, --output FILE     Where the result goes
  -I, --in-place        Replace the input; FILE.orig keeps it
  -j, --jobs N          Run N tests at once; default: as many as there are cores
  -g, --grammar NAME    The language; default: by name and content
  --exit, --signal, --stdout, --stderr, --hang
                        The failure: an exit status, a signal, text in the output,
                        a hang
  --and-valid           Require results that a program of its language accepts
  --copy PATH           Put a file that the test needs beside each candidate
  --timeout TIME        Limit of one test
  --max-time TIME       Stop after TIME; keep the best (--stop-at SIZE: if this small)
  --fast, --thorough    Stop early / try passes that rarely help
  --keep REGEX          Keep matching text as it is
  --style pretty        Write one statement per line
  -q, -v                Print errors only, or what each phase did
)";

constexpr std::string_view kFurtherHelp = R"(
  grabr help all        All options and commands, what a test may do, exit statuses
  grabr help COMMAND    Help of a command
  grabr grammar list    Known languages
For researchers: grabr help strategies, compare, bench, parse, generate
)";

}  // namespace

std::string command_help(const Subcommand& command, const std::string& called, OptionsShown shown) {
  std::string text = called + ": " + std::string(command.help) + "\n" +
                     examples_and_usage(command.examples, command.usage);
  if (command.declare == nullptr) {
    return text + list_of(command.subcommands) + "\n`" + called +
           " COMMAND --help` shows the options of a command.\n";
  }
  text += options_of(command, shown);
  if (shown == OptionsShown::kOwn && command.tests_as_reduce) {
    text +=
        "\nThe test, its limits and the grammar are given as for reduce (grabr help reduce).\n"
        "`grabr help " +
        std::string(command.name) + " all` lists every option.\n";
  }
  if (command.name == commands().front().name) text.append(kTestContract).append(kExitStatus);
  if (!command.notes.empty()) text += "\n" + std::string(command.notes) + "\n";
  return text;
}

std::string short_help() {
  std::string text(kOverview);
  text += "\nCommands:\n";
  for (const char* name : {"init", "show", "explain", "report", "verify", "diff", "triage"}) {
    const Subcommand& row = *find_command(commands(), name);
    text += "  " + std::string(row.name);
    text.append(kOverviewColumn - 2 - row.name.size(), ' ');
    text += std::string(row.help) + "\n";
  }
  return text + std::string(kFurtherHelp);
}

std::string program_help() {
  const Subcommand& reduce = commands().front();
  std::string text =
      "grabr makes a failing input as small as possible, with a grammar of its language.\n";
  text += examples_and_usage(reduce.examples,
                             std::string(reduce.usage) + "\ngrabr COMMAND [options] ...");
  text += list_of(commands());
  text += "\n`grabr COMMAND --help` shows the options of a command. Those of reduce:\n";
  text += options_of(reduce, OptionsShown::kAll);
  return text.append(kTestContract).append(kExitStatus);
}

}  // namespace grabr
