// The shell reads a script with `.` instead of running it, so that each line of the trace can tell
// the script's line and the options in force: "+3 errexit: grep -q x". The first sign is repeated
// for each level; for bash, reading counts as one level. bash can write the trace to a descriptor
// that no redirection in the script affects, and it reports commands that it has not found; dash
// writes word by word. Tested by tests/run/test_script_test.cc and, with real scripts,
// tests/check_diagnosis.py.
#include "run/check/test_script.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "oracle/test/program.h"
#include "run/config/command_words.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxScriptBytes = 1 << 20;  // bytes
constexpr const char* kTrace = "PS4='+${LINENO-} ${SHELLOPTS-}: '; set -x; ";
constexpr const char* kTraceOfBash =
    "exec 19>&2; BASH_XTRACEFD=19; command_not_found_handle() { : not-found \"$1\"; return 127; "
    "}; ";
constexpr std::string_view kNotFound = ": not-found ", kReturn = "return 127";

/// The text of a file that is a script; nothing for other files.
std::string script_text(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kMaxScriptBytes) return {};
  try {
    std::string text = read_file(path);
    return text.find('\0') == std::string::npos ? text : std::string();
  } catch (const Error&) {
    return {};
  }
}

/// The interpreter in a "#!" line: "/bin/bash -e", "bash" for "/usr/bin/env bash"; /bin/sh without
/// such a line.
Words interpreter_words(std::string_view text) {
  if (!text.starts_with("#!")) return {"/bin/sh"};
  Words words;
  try {
    words = split_words(text.substr(2, text.find('\n') - 2));
  } catch (const Error&) {
    return {};
  }
  if (words.empty() || fs::path(words[0]).filename() != "env") return words;
  words.erase(words.begin());
  if (!words.empty() && words[0] == "-S") words.erase(words.begin());
  return words;
}

/// The shell that runs the script, with its options; bash instead of another shell, if it is
/// installed. Empty if it is not a shell we know.
Words shell_of(const ProcessOracleOptions& test, const TestScript& script) {
  const auto at = test.command.begin() + static_cast<std::ptrdiff_t>(script.word);
  Words words = script.word == 0 ? interpreter_words(script.text) : Words(test.command.begin(), at);
  if (words.empty()) return {};
  const std::string name = fs::path(words[0]).filename().string();
  const bool known = name == "sh" || name == "bash" || name == "dash";
  const bool only_options =
      std::all_of(words.begin() + 1, words.end(),
                  [](const std::string& word) { return word.starts_with('-') && word != "-c"; });
  if (!known || !only_options) return {};
  if (name != "bash" && ::access("/bin/bash", X_OK) == 0) {
    words[0] = "/bin/bash";
    words.insert(words.begin() + 1, "--posix");
  }
  return words;
}

/// Removes a trace's mark from the front of `line`: "++3 errexit: ".
std::optional<TracedCommand> traced_command(std::string_view line) {
  TracedCommand command;
  const std::size_t signs = std::min(line.find_first_not_of('+'), line.size());
  command.depth = static_cast<unsigned>(signs);
  line.remove_prefix(signs);
  const auto read = std::from_chars(line.data(), line.data() + line.size(), command.line);
  line.remove_prefix(static_cast<std::size_t>(read.ptr - line.data()));
  const std::size_t colon = line.find(": ");
  if (signs == 0 || !line.starts_with(' ') || colon == line.npos) return std::nullopt;
  command.options = line.substr(1, colon - 1);
  command.text = line.substr(colon + 2);
  return command;
}

}  // namespace

TestScript find_script(const ProcessOracleOptions& test) {
  if (!test.shell_text.empty()) return {{}, test.shell_text, 0};
  for (std::size_t i = 0; i < test.command.size(); ++i) {
    if (i > 0 && test.command[i] == test.original) continue;
    TestScript script;
    script.word = i;
    try {
      script.path = i == 0 ? find_program(test.command[0]).path : fs::absolute(test.command[i]);
    } catch (const Error&) {
      continue;
    }
    script.text = script_text(script.path);
    if (!script.text.empty()) return script;
  }
  return {};
}

std::optional<ProcessOracleOptions> test_in_mode(ShellMode mode, const ProcessOracleOptions& test,
                                                 const TestScript& script) {
  ProcessOracleOptions told = test;
  told.jobs = told.repeat = told.min_hits = 1;
  told.conditions = {};
  told.also_interesting.clear();
  told.log_folder.clear();
  std::string before = mode == ShellMode::kTraced ? kTrace : "set -u; ";
  if (!test.shell_text.empty()) {
    told.shell_text = before + test.shell_text;
    return told;
  }
  told.command = script.text.empty() ? Words() : shell_of(test, script);
  if (told.command.empty()) return std::nullopt;
  const bool bash = fs::path(told.command[0]).filename() == "bash";
  if (bash && mode == ShellMode::kTraced) before = kTraceOfBash + before;
  for (const std::string& word : {std::string("-c"), before + ". \"$0\"", script.path.string()}) {
    told.command.push_back(word);
  }
  told.command.insert(told.command.end(),
                      test.command.begin() + static_cast<std::ptrdiff_t>(script.word) + 1,
                      test.command.end());
  return told;
}

Trace read_trace(std::string_view errors) {
  Trace trace;
  unsigned least = ~0U;
  while (!errors.empty()) {
    const std::size_t end = std::min(errors.find('\n'), errors.size());
    auto command = traced_command(errors.substr(0, end));
    errors.remove_prefix(std::min(end + 1, errors.size()));
    if (!command || command->text == kReturn) continue;
    if (trace.commands.empty() && command->text.starts_with(". /")) continue;
    if (command->text.starts_with(kNotFound)) {
      const std::string name = command->text.substr(kNotFound.size());
      const auto known = std::find(trace.missing.begin(), trace.missing.end(), name);
      if (known == trace.missing.end()) trace.missing.push_back(name);
      continue;
    }
    least = std::min(least, command->depth);
    trace.commands.push_back(*std::move(command));
  }
  for (TracedCommand& command : trace.commands) command.depth -= least;
  return trace;
}

}  // namespace grabr
