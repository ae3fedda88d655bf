#include "cli/program.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/line/alias_options.h"
#include "cli/line/command_line.h"
#include "cli/line/foreign_calls.h"
#include "cli/line/invocation.h"
#include "cli/line/parse_errors.h"
#include "cli/show/error_stream.h"
#include "cli/show/interruption.h"
#include "cli/show/last_words.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/setting.h"
#include "text/suggest.h"
#include "text/system_call.h"

namespace grabr {
namespace {

/// "$input" with an unset variable is neither a file nor a reason for the default.
void refuse_empty_words(const Words& words, const CLI::App& own) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t read = words_of_option(own, words[at]);
    if (read == 0 && words[at].empty()) {
      throw Error(ErrorKind::kInvalid, "an argument is empty: a variable without a value?");
    }
    at += std::max<std::size_t>(read, 1);
  }
}

/// Replaces options of other reducers by ours, if the command runs tests as they do.
Words own_words(const Invocation& call, const CLI::App& app, Words& notes) {
  refuse_empty_words(call.words, app);
  if (!call.command->takes_command) return call.words;
  const bool reduces = call.command == &commands().front();
  Words own = translate_aliases(call.words, app, notes);
  if (reduces && !call.after_dashes) refuse_unquoted_test(own, app);
  return own;
}

/// Prints the notes on aliases, unless --quiet is given.
void show_notes(const CLI::App& app, const Words& notes) {
  const CLI::Option* quiet = app.get_option_no_throw("--quiet");
  if (quiet != nullptr && quiet->count() > 0) return;
  for (const std::string& note : notes) std::cerr << "grabr: note: " << note << '\n';
}

/// The command's usage, one form of a call a line.
std::string usage_hint(const Subcommand& command) {
  std::string text = "\nhint: call it as:";
  for (std::string_view ways = command.usage; !ways.empty();) {
    const std::size_t end = std::min(ways.find('\n'), ways.size());
    text += "\n  " + std::string(ways.substr(0, end));
    ways.remove_prefix(std::min(end + 1, ways.size()));
  }
  return text + "\n  (`grabr help " + std::string(command.name) + "` says more)";
}

/// The kind of error that the command uses: it may have its own status for failures, as `check`
/// does.
ErrorKind kind_of(const Invocation& call, const Error& error) {
  return error.kind() == ErrorKind::kSystem ? call.command->failure : error.kind();
}

int run_action(const Invocation& call, const CommandAction& action) {
  try {
    return action(call.after_dashes);
  } catch (const UnclearCall& error) {
    throw Error(error.kind(), error.what() + usage_hint(*call.command));
  } catch (const Error& error) {
    if (kind_of(call, error) == error.kind()) throw;
    throw Error(kind_of(call, error), error.what());
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
    return show_version();
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::kInvalid, words_on(error, app, call.words, call.called) + "\nhint: `" +
                                         call.called + " --help` shows the options");
  }
  return run_action(call, action);
}

int dispatch(const Words& words) {
  if (words.empty()) {
    std::cerr << short_help();
    return status_of(ErrorKind::kInvalid);
  }
  if (asks_for_help(words) && words.size() == 1) {
    std::cout << short_help();
    return 0;
  }
  return run_invocation(find_invocation(words));
}

/// A misspelt command is taken for the test of a reduction; the message about it should say so.
std::string command_hint(const Words& words) {
  const std::string near = words.empty() || words.front().starts_with("-")
                               ? std::string()
                               : nearest_word(words.front(), names_of(commands()));
  if (near.empty() || near == words.front()) return {};
  return "\nhint: did you mean the command " + near + "?";
}

int report(std::string message, ErrorKind kind) {
  while (message.ends_with('\n')) message.pop_back();
  std::cerr << "grabr: " << message << std::endl;
  return status_of(kind);
}

std::string words_of(const std::system_error& error) {
  std::error_code gone;
  if (std::filesystem::current_path(gone).empty()) {
    return "the current folder cannot be used: " + gone.message() +
           "\nhint: it may have been removed; `cd` to another one";
  }
  return error.what() + std::string(system_hint(error.code().value()));
}

/// The write that causes such a signal also fails, and then the best result can still be saved.
/// Tests start with the system's default handling of both.
void ignore_signals_of_writing() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_IGN);
}

/// Otherwise a file of ours could get the descriptor of messages or results.
void open_missing_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", O_RDWR);
  }
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  spell_settings_with("--");
  open_missing_streams();
  ignore_signals_of_writing();
  answer_status_requests();
  const ErrorStream errors;
  speak_before_death();
  const TerminalOutput output;
  const Words words =
      with_habits_of(argc > 0 ? argv[0] : "", Words(argv + std::min(argc, 1), argv + argc));
  try {
    return dispatch(words);
  } catch (const Error& error) {
    const std::string hint =
        error.kind() == ErrorKind::kInvalid ? command_hint(words) : std::string();
    return report(error.what() + hint, error.kind());
  } catch (const std::bad_alloc&) {
    return report("out of memory", ErrorKind::kSystem);
  } catch (const std::system_error& error) {
    return report(words_of(error), ErrorKind::kSystem);
  } catch (const std::exception& error) {
    return report(std::string("internal error: ") + error.what() + words_after_fault(),
                  ErrorKind::kSystem);
  }
}

}  // namespace grabr
