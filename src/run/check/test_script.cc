// A traced script is read by its shell (`.`) instead of run, so that each line of the trace can say
// which line of the script it is: "+3: grep -q x". The first sign is repeated for each level, of
// which bash counts the reading as one. bash can write the trace where no redirection in the script
// reaches it; dash knows no line numbers.
#include "run/check/test_script.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <system_error>

#include "oracle/test/program.h"
#include "run/config/command_words.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLongestScript = 1 << 20;  // bytes
constexpr const char* kTrace = "PS4='+${LINENO-}: '; set -x; ";
constexpr const char* kTraceOfBash = "exec 19>&2; BASH_XTRACEFD=19; ";

/// The text of a file that is a script; nothing for other files.
std::string script_text(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kLongestScript) return {};
  try {
    std::string text = read_file(path);
    return text.find('\0') == std::string::npos ? text : std::string();
  } catch (const Error&) {
    return {};
  }
}

bool is_shell(const std::string& program) {
  const std::string name = fs::path(program).filename().string();
  return name == "sh" || name == "bash" || name == "dash";
}

/// Of a "#!" line: "/bin/bash -e", "bash" for "/usr/bin/env bash".
Words interpreter_words(std::string_view text) {
  std::string_view line = text.substr(2, text.find('\n') - 2);
  if (line.ends_with('\r')) line.remove_suffix(1);
  Words words;
  try {
    words = split_words(line);
  } catch (const Error&) {
    return {};
  }
  if (words.empty() || fs::path(words[0]).filename() != "env") return words;
  words.erase(words.begin());
  if (!words.empty() && words[0] == "-S") words.erase(words.begin());
  return words;
}

/// dash writes its trace word by word: where several commands run at once, bash has to trace.
bool is_traced_by_bash(const TestScript& script, const std::string& shell) {
  constexpr std::string_view kOfBash[] = {"pipefail", "[[", "<(", "<<<", "function ", "=("};
  const auto contains = [&](std::string_view part) {
    return script.text.find(part) != std::string::npos;
  };
  return fs::path(shell).filename() != "bash" && contains("|") &&
         std::none_of(std::begin(kOfBash), std::end(kOfBash), contains) &&
         ::access("/bin/bash", X_OK) == 0;
}

/// Takes a trace's mark off the front of `line`: "++3: ".
std::optional<TracedCommand> traced_command(std::string_view line) {
  TracedCommand command;
  const std::size_t signs = std::min(line.find_first_not_of('+'), line.size());
  command.depth = static_cast<unsigned>(signs);
  line.remove_prefix(signs);
  const auto read = std::from_chars(line.data(), line.data() + line.size(), command.line);
  line.remove_prefix(static_cast<std::size_t>(read.ptr - line.data()));
  if (signs == 0 || !line.starts_with(": ")) return std::nullopt;
  command.text = line.substr(2);
  return command;
}

}  // namespace

TestScript find_script(const ProcessOracleOptions& test) {
  if (!test.shell_text.empty()) return {{}, test.shell_text, false, 0};
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
    script.no_interpreter_line = i == 0 && !script.text.starts_with("#!");
    if (!script.text.empty()) return script;
  }
  return {};
}

std::vector<std::string> shell_of(const ProcessOracleOptions& test, const TestScript& script) {
  if (script.text.empty()) return {};
  if (script.path.empty() || script.no_interpreter_line) return {"/bin/sh"};
  Words words = script.word == 0
                    ? interpreter_words(script.text)
                    : Words(test.command.begin(),
                            test.command.begin() + static_cast<std::ptrdiff_t>(script.word));
  const bool only_options =
      !words.empty() && std::all_of(words.begin() + 1, words.end(), [](const std::string& word) {
        return word.starts_with('-') && word != "-c";
      });
  return only_options && is_shell(words[0]) ? words : Words();
}

std::optional<ProcessOracleOptions> traced_test(const ProcessOracleOptions& test,
                                                const TestScript& script) {
  Words command = shell_of(test, script);
  if (command.empty()) return std::nullopt;
  ProcessOracleOptions traced = test;
  traced.jobs = traced.repeat = traced.min_hits = 1;
  traced.conditions = {};
  traced.also_interesting.clear();
  traced.log_folder.clear();
  if (script.path.empty()) {
    traced.shell_text = kTrace + test.shell_text;
    return traced;
  }
  if (is_traced_by_bash(script, command[0])) {
    command[0] = "/bin/bash";
    command.insert(command.begin() + 1, "--posix");
  }
  const bool bash = fs::path(command[0]).filename() == "bash";
  const std::string trace = bash ? std::string(kTraceOfBash) + kTrace : kTrace;
  for (const std::string& word : {std::string("-c"), trace + ". \"$0\"", script.path.string()}) {
    command.push_back(word);
  }
  command.insert(command.end(), test.command.begin() + static_cast<std::ptrdiff_t>(script.word) + 1,
                 test.command.end());
  traced.command = command;
  return traced;
}

std::vector<TracedCommand> read_trace(std::string_view errors) {
  std::vector<TracedCommand> commands;
  while (!errors.empty()) {
    const std::size_t end = std::min(errors.find('\n'), errors.size());
    auto command = traced_command(errors.substr(0, end));
    const bool reads_script = command && commands.empty() && command->text.starts_with(". /");
    if (command && !reads_script) commands.push_back(*std::move(command));
    errors.remove_prefix(std::min(end + 1, errors.size()));
  }
  const auto outermost = std::min_element(
      commands.begin(), commands.end(),
      [](const TracedCommand& a, const TracedCommand& b) { return a.depth < b.depth; });
  const unsigned least = outermost != commands.end() ? outermost->depth : 0;
  for (TracedCommand& command : commands) command.depth -= least;
  return commands;
}

}  // namespace grabr
