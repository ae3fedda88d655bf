#include "cli/formatter.h"

#include <filesystem>
#include <sstream>
#include <system_error>

#include "cli/command_line.h"
#include "cli/interruption.h"
#include "oracle/program.h"
#include "oracle/work_folder.h"
#include "text/error.h"
#include "text/file.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFile = "{file}";
/// Beside the folder of the run, which is the working folder.
constexpr const char* kOutput = "formatted";
/// Of all that it writes, in units of 512 bytes: it may never stop.
constexpr const char* kMostOutput = "131072";

/// A word for the shell, whose first argument is the path that {file} stands for.
std::string word_with_path(std::string_view text) {
  std::string word;
  for (std::size_t at; (at = text.find(kFile)) != std::string_view::npos;) {
    if (at > 0) word += shell_word(text.substr(0, at));
    word += "\"$1\"";
    text.remove_prefix(at + kFile.size());
  }
  return text.empty() && !word.empty() ? word : word + shell_word(text);
}

/// What it is called where programs are looked for.
std::string without_test(std::string message) {
  constexpr std::string_view kName = "the test program";
  const std::size_t at = message.find(kName);
  return at == std::string::npos ? message : message.replace(at, kName.size(), "the program");
}

std::string shell_text(const std::string& command) {
  Words words = split_words(command);
  if (words.empty()) throw Error(Exit::kUsage, "--formatter names no command");
  try {
    words[0] = name_from_anywhere(words[0]);
  } catch (const Error& error) {
    throw Error(error.exit(), "--formatter: " + without_test(error.what()));
  }
  std::string text = std::string("ulimit -f ") + kMostOutput + "; exec >../" + kOutput + "; exec";
  for (const std::string& word : words) text += ' ' + word_with_path(word);
  return text;
}

ProcessOracleOptions run_options(const std::string& command, const std::string& input,
                                 double limit_s) {
  ProcessOracleOptions options;
  options.shell_text = shell_text(command);
  options.original = input;
  options.timeout_s = limit_s;
  return options;
}

std::string read_or_nothing(const fs::path& path) {
  try {
    return read_file(path);
  } catch (const Error&) {
    return {};
  }
}

std::string end_of(const TestResult& result, double limit_s) {
  std::ostringstream words;
  if (!result.infrastructure.empty()) words << result.infrastructure;
  else if (result.timed_out) words << "it did not end within " << limit_s << " s";
  else if (result.signal != 0) words << "it died by signal " << result.signal;
  else if (result.exit_code != 0) words << "it ended with exit status " << result.exit_code;
  return words.str();
}

}  // namespace

void check_formatter(const std::string& command) { shell_text(command); }

Formatter::Formatter(const std::string& command, const std::string& input, double limit_s)
    : limit_s_(limit_s),
      name_(fs::path(input).filename().string()),
      edits_copy_(command.find(kFile) != std::string::npos),
      runner_(run_options(command, input, limit_s)) {}

Formatter::Result Formatter::run(std::string_view text, const std::function<void()>& check_stop) {
  const Interruption interruption(runner_);
  const ProcessOracle::Explained run = runner_.explain(text);
  Result result;
  std::string formatted = edits_copy_ ? read_or_nothing(run.folder / name_) : std::string();
  if (formatted.empty() || formatted == text) {
    formatted = read_or_nothing(run.folder.parent_path() / kOutput);
    if (formatted.empty() && edits_copy_) formatted = text;
  }
  if (!run.folder.empty()) remove_tree(run.folder.parent_path());
  check_stop();
  result.problem = end_of(run.result, limit_s_);
  if (!result.problem.empty()) return result;
  if (formatted.empty()) result.problem = "it printed nothing";
  else result.text = std::move(formatted);
  return result;
}

}  // namespace grabr
