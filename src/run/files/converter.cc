#include "run/files/converter.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "oracle/test/conversion.h"
#include "oracle/test/program.h"
#include "run/config/command_words.h"
#include "text/error.h"
#include "text/file.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFile = "{file}";
constexpr std::string_view kPath = "@@";
constexpr const char* kPrinted = "printed";
constexpr const char* kEdited = "edited";
/// Largest file that a command may write, in units of 512 bytes, because it might never stop.
constexpr const char* kMaxOutputBytes = "131072";

/// Rewords a message of the code that finds the test's program.
std::string without_test(std::string message) {
  constexpr std::string_view kName = "the test program";
  const std::size_t at = message.find(kName);
  return at == std::string::npos ? message : message.replace(at, kName.size(), "the program");
}

/// The copy is removed at the end of the run.
std::string shell_text(const std::string& command, const fs::path& folder,
                       std::string_view setting) {
  std::string text = std::string("ulimit -f ") + kMaxOutputBytes + "\n";
  for (const std::string& word : find_words(command, setting)) {
    text += shell_word_with(word, {{kFile, "\"$1\""}, {kPath, "\"$1\""}}) + ' ';
  }
  text += '>' + shell_word((folder / kPrinted).string()) + "\nstatus=$?\n";
  return text + "cp \"$1\" " + shell_word((folder / kEdited).string()) + "\nexit $status";
}

ProcessOracleOptions run_options(std::string text, const std::string& input, double limit_s) {
  ProcessOracleOptions options;
  options.shell_text = std::move(text);
  options.original = input;
  options.timeout_s = limit_s;
  return options;
}

std::string read_or_nothing(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) ? read_file(path) : std::string();
}

}  // namespace

Words find_words(const std::string& command, std::string_view setting) {
  Words words = split_words(command);
  if (words.empty()) throw Error(ErrorKind::kInvalid, spelled(setting) + " names no command");
  try {
    words[0] = name_from_anywhere(words[0]);
  } catch (const Error& error) {
    throw Error(error.kind(), spelled(setting) + ": " + without_test(error.what()));
  }
  return words;
}

std::string words_on_end(const TestResult& result, double limit_s) {
  std::ostringstream words;
  if (!result.infrastructure.empty()) words << result.infrastructure;
  else if (result.timed_out) words << "it did not end within " << limit_s << " s";
  else if (result.signal != 0) words << "it died by signal " << result.signal;
  else if (result.exit_code != 0) words << "it ended with exit status " << result.exit_code;
  return words.str();
}

void check_formatter(const std::string& command, std::string_view setting) {
  find_words(command, setting);
}

Formatter::Formatter(const std::string& command, const std::string& input, double limit_s,
                     std::string_view setting)
    : limit_s_(limit_s),
      edits_copy_(command.find(kFile) != std::string::npos),
      runner_(run_options(shell_text(command, work_.path(), setting), input, limit_s)) {}

Formatter::Result Formatter::run(std::string_view text, const StopToken& stop) {
  const StopToken::Watch watch(stop, &runner_);
  stop.check();
  const TestResult end = runner_.run_in(fs::current_path(), text);
  stop.check();
  Result result;
  result.problem = words_on_end(end, limit_s_);
  if (!result.problem.empty()) return result;
  std::string made = formatted(text);
  if (made.empty()) result.problem = "it printed nothing";
  else result.text = std::move(made);
  return result;
}

/// A program that edits the file may also print messages.
std::string Formatter::formatted(std::string_view text) const {
  const std::string edited = edits_copy_ ? read_or_nothing(work_.path() / kEdited) : std::string();
  if (!edited.empty() && edited != text) return edited;
  const std::string printed = read_or_nothing(work_.path() / kPrinted);
  return printed.empty() ? edited : printed;
}

namespace {

ProcessOracleOptions runner_options(const std::vector<std::string>& words, const fs::path& made,
                                    const std::string& name, double limit_s) {
  ProcessOracleOptions options;
  options.shell_text =
      "set -- \"$1\" " + shell_word(made.string()) + "\n" + conversion_script(words);
  options.original = name;
  options.timeout_s = limit_s;
  return options;
}

std::string last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

}  // namespace

std::vector<std::string> conversion_words(const std::string& command, std::string_view setting) {
  Words words = find_words(command, setting);
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_file(words[i])) words[i] = fs::absolute(words[i]).string();
  }
  return words;
}

Converter::Converter(const std::vector<std::string>& words, const std::string& name, double limit_s)
    : limit_s_(limit_s), runner_(runner_options(words, work_.path() / "made", name, limit_s)) {}

Converter::Result Converter::run(std::string_view given) {
  if (last_made_ && last_given_ == given) return {last_made_, {}};
  const fs::path made = work_.path() / "made";
  std::error_code ignored;
  fs::remove(made, ignored);
  const ProcessOracle::Explained end = runner_.explain(given, false);
  if (!end.result.infrastructure.empty()) {
    throw Error(ErrorKind::kEnvironment,
                "the program that converts could not be run: " + end.result.infrastructure);
  }
  const std::string problem = words_on_end(end.result, limit_s_);
  const std::string said = last_line(end.errors);
  if (!problem.empty()) return {std::nullopt, problem + (said.empty() ? "" : ": " + said)};
  last_made_ = read_file(made);
  last_given_ = given;
  return {last_made_, {}};
}

}  // namespace grabr
