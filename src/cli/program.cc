#include "cli/program.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <system_error>

#include "cli/alias_options.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "text/error.h"
#include "text/suggest.h"
#include "text/system_call.h"

namespace grabr {
namespace {

/// The words of one call, and the row of the table that they name.
struct Invocation {
  const Subcommand* command = nullptr;
  std::string called = "grabr";
  Words words;                       ///< without the command's name
  std::optional<Words> after_dashes;
};

std::vector<std::string> names_of(std::span<const Subcommand> rows) {
  std::vector<std::string> names;
  for (const Subcommand& row : rows) names.emplace_back(row.name);
  return names;
}

bool asks_for_help(const Words& words) {
  return !words.empty() && (words.front() == "--help" || words.front() == "-h");
}

[[noreturn]] void refuse_subcommand(const Invocation& call) {
  const auto names = names_of(call.command->subcommands);
  std::string message = call.called + " needs a command: ";
  for (std::size_t i = 0; i < names.size(); ++i) message += (i > 0 ? ", " : "") + names[i];
  const std::string hint =
      call.words.empty() ? std::string() : word_hint(call.words.front(), names, "");
  if (!hint.empty()) message += "\nhint: " + hint;
  throw Error(Exit::kUsage, message);
}

void enter(Invocation& call, const Subcommand& command) {
  call.command = &command;
  call.called += " " + std::string(command.name);
}

/// Walks down the table as far as the first words go; without a command's name it is the first row.
Invocation find_invocation(Words words) {
  Invocation call;
  const Subcommand* first = words.empty() ? nullptr : find_command(commands(), words.front());
  enter(call, first != nullptr ? *first : commands().front());
  if (first != nullptr) words.erase(words.begin());
  call.words = std::move(words);
  while (!call.command->subcommands.empty() && !asks_for_help(call.words)) {
    const Subcommand* next = call.words.empty()
                              ? nullptr
                              : find_command(call.command->subcommands, call.words.front());
    if (next == nullptr) refuse_subcommand(call);
    enter(call, *next);
    call.words.erase(call.words.begin());
  }
  if (call.command->takes_command) {
    const auto dashes = std::find(call.words.begin(), call.words.end(), "--");
    if (dashes != call.words.end()) {
      call.after_dashes.emplace(dashes + 1, call.words.end());
      call.words.erase(dashes, call.words.end());
    }
  }
  return call;
}

/// Which declared option may be meant by a word that is none.
std::string option_hint(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return word_hint(word.substr(0, word.find('=')), names, "");
}

[[noreturn]] void refuse_options(const CLI::App& app, const CLI::ParseError& error,
                                 const Invocation& call) {
  std::string message = error.what();
  for (const std::string& word : app.remaining()) {
    if (!word.starts_with("-")) continue;
    message = "unknown option " + word;
    const std::string hint = option_hint(app, word);
    if (!hint.empty()) message += "\nhint: " + hint;
    break;
  }
  throw Error(Exit::kUsage, message + "\nhint: `" + call.called + " --help` shows the options");
}

/// Our own options for those of other reducers, where the command runs tests as they do.
Words own_words(const Invocation& call, const CLI::App& app, Words& notes) {
  return call.command->takes_command ? translate_aliases(call.words, app, notes) : call.words;
}

/// What aliases had to say; not to a user who wants silence.
void show_notes(const CLI::App& app, const Words& notes) {
  const CLI::Option* quiet = app.get_option_no_throw("--quiet");
  if (quiet != nullptr && quiet->count() > 0) return;
  for (const std::string& note : notes) std::cerr << "grabr: note: " << note << '\n';
}

/// The command's usage in one line.
std::string usage_hint(const Subcommand& command) {
  std::string text = "\nhint: call it as: ";
  for (const char c : command.usage) {
    if (c == '\n') {
      text += ", or ";
    } else {
      text += c;
    }
  }
  return text;
}

int run_action(const Invocation& call, const CommandAction& action) {
  try {
    return action(call.after_dashes);
  } catch (const UnclearCall& error) {
    throw Error(error.exit(), error.what() + usage_hint(*call.command));
  }
}

int run_invocation(const Invocation& call) {
  if (call.command->declare == nullptr) {
    std::cout << command_help(*call.command, call.called);
    return 0;
  }
  CLI::App app;
  declare_common(app);
  const CommandAction action = call.command->declare(app);
  try {
    Words notes;
    const Words words = own_words(call, app, notes);
    app.parse(Words(words.rbegin(), words.rend()));
    show_notes(app, notes);
  } catch (const CLI::CallForHelp&) {
    std::cout << command_help(*call.command, call.called);
    return 0;
  } catch (const CLI::CallForVersion&) {
    std::cout << "grabr " << GRABR_VERSION << '\n';
    return 0;
  } catch (const CLI::ParseError& error) {
    refuse_options(app, error, call);
  }
  return run_action(call, action);
}

int dispatch(const Words& words) {
  if (words.empty()) {
    std::cerr << program_help();
    return static_cast<int>(Exit::kUsage);
  }
  if (asks_for_help(words)) {
    std::cout << program_help();
    return 0;
  }
  return run_invocation(find_invocation(words));
}

/// A misspelt command is taken for the test of a reduction; the message about it should say so.
std::string command_hint(const Words& words) {
  const std::string near =
      words.empty() ? std::string() : nearest_word(words.front(), names_of(commands()));
  if (near.empty() || near == words.front()) return {};
  return "\nhint: did you mean the command " + near + "?";
}

int report(std::string message, Exit exit) {
  while (message.ends_with('\n')) message.pop_back();
  std::cerr << "grabr: " << message << std::endl;
  return static_cast<int>(exit);
}

/// What these signals tell is told by the write that caused them, too, and then the best result can
/// still be kept. Tests get both as the system has them.
void ignore_signals_of_writing() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_IGN);
}

/// A file of ours must not come to lie where messages or results are written.
void open_missing_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", O_RDWR);
  }
}

}  // namespace

void declare_common(CLI::App& app) {
  app.set_help_flag("-h,--help", "Show this help");
  app.set_version_flag("--version", GRABR_VERSION, "Show the version");
}

int run_program(int argc, const char* const* argv) {
  open_missing_streams();
  ignore_signals_of_writing();
  const Words words(argv + std::min(argc, 1), argv + argc);
  try {
    return dispatch(words);
  } catch (const Error& error) {
    const std::string hint = error.exit() == Exit::kUsage ? command_hint(words) : std::string();
    return report(error.what() + hint, error.exit());
  } catch (const std::bad_alloc&) {
    return report("out of memory", Exit::kFailure);
  } catch (const std::system_error& error) {
    const std::string hint(system_hint(error.code().value()));
    return report(error.what() + hint, Exit::kFailure);
  } catch (const std::exception& error) {
    return report(std::string("internal error: ") + error.what(), Exit::kFailure);
  }
}

}  // namespace grabr
