// The words about an original that does not fail: what happened, what the test printed, how to
// repeat it, what to do.
#include <algorithm>
#include <sstream>
#include <system_error>

#include "cli/passing_original.h"
#include "cli/recipe.h"
#include "cli/test_words.h"
#include "oracle/executions.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxShown = 2000;


std::string hint(const std::string& text) { return "  hint: " + text + "\n"; }

std::string time_is_up(const PassingOriginal& facts) {
  if (facts.first.exit_code == 124) {
    return "the test ended with exit status 124, as timeout(1) does when the time is up\n" +
           hint("give the program more time in the script");
  }
  const std::string limit =
      facts.timeout_s > 0 ? "within " + seconds_text(facts.timeout_s) : "in time";
  return "the test did not end " + limit + " (--timeout)\n" +
         hint("--timeout SEC gives it more time; if not to end is the failure, --hang SEC says so");
}

std::string how_test_ended(const TestResult& result, bool conditions) {
  const std::string ended = "the test " + how_it_ended(result);
  if (conditions || result.signal != 0) return ended;
  return ended + "; 0 would mean that it fails as wanted";
}

std::string lines_of(std::string_view text, const char* indent) {
  std::istringstream lines{std::string(text)};
  std::string shown;
  for (std::string line; std::getline(lines, line);) shown += indent + line + "\n";
  return shown;
}

std::string stream_text(const char* name, std::string_view text) {
  if (text.empty()) return std::string("  ") + name + ": nothing\n";
  std::string shown =
      std::string("  ") + name + ":\n" + lines_of(text.substr(0, kMaxShown), "    | ");
  if (text.size() > kMaxShown) {
    shown += "    (" + std::to_string(text.size() - kMaxShown) + " bytes more)\n";
  }
  return shown;
}

/// Nothing if it never failed.
std::string flaky_words(const PassingOriginal& facts, Repetition used) {
  unsigned hits = fails(facts.again.result) ? 1U : 0U;
  for (const TestResult& result : facts.more) hits += fails(result) ? 1U : 0U;
  if (hits == 0) return {};
  const auto runs = static_cast<unsigned>(facts.more.size()) + 2;
  return "  The test is flaky: of " + std::to_string(runs) + " runs " + std::to_string(hits) +
         " did fail.\n" + flaky_hints(hits, runs, used);
}

/// "--copy helper.h --copy lib": the files, or the folders at the top that they are in, by their
/// paths from the folder that grabr runs in. What lies elsewhere (..) cannot be copied beside the
/// candidate.
std::string copy_options(const std::vector<std::string>& names, const fs::path& folder,
                         const fs::path& started_in) {
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    const fs::path first = *fs::path(name).lexically_normal().begin();
    if (first == "..") continue;
    const fs::path path = (folder / first).lexically_proximate(started_in);
    const std::string option = "--copy " + shell_word(path.string());
    if (std::find(shown.begin(), shown.end(), option) == shown.end()) shown.push_back(option);
  }
  std::string text;
  for (const std::string& option : shown) text += (text.empty() ? "" : " ") + option;
  return text;
}

/// How a script can name a file in that folder from wherever it is started.
std::string steady_name(const PassingOriginal& facts, const std::string& name) {
  if (facts.names_in == facts.started_in) return "\"$GRABR_DIR\"/" + name;
  if (facts.names_in == facts.script.path.parent_path()) return "\"$(dirname \"$0\")\"/" + name;
  return shell_word((facts.names_in / name).string());
}

std::string script_names_hint(const PassingOriginal& facts) {
  if (facts.script_names.empty()) return {};
  const std::string names = list_of(facts.script_names);
  const std::string copies = copy_options(facts.script_names, facts.names_in, facts.started_in);
  const std::string script = facts.script.path.empty() ? "the shell text" : "the script";
  std::string text = script + " names " + names + ", which the test's own folder does not have";
  if (!copies.empty()) text += ": " + copies + " puts a copy beside the candidate";
  return hint(text) +
         hint("or name it there as " + steady_name(facts, facts.script_names.front()));
}

/// A word of the command that names a file here, which a test in a fresh folder does not see.
std::string relative_file_hint(const std::vector<std::string>& command) {
  std::error_code ignored;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const fs::path path = command[i];
    if (path.empty() || path.is_absolute() || !fs::exists(path, ignored)) continue;
    return hint(command[i] + " lies in this folder, and the test runs in another one: write " +
                shell_word(fs::absolute(path, ignored).string()));
  }
  return {};
}

std::string folder_words(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  std::string text;
  if (!facts.works_in.empty()) {
    text = "  Started in " + shell_word(facts.works_in.string()) +
           " it does fail: the test depends on the folder it is started in.\n";
  }
  std::string hints = relative_file_hint(test.command) + script_names_hint(facts);
  if (!facts.input_names.empty()) {
    const fs::path beside = fs::absolute(test.original).parent_path();
    hints += hint(test.original.string() + " names " + list_of(facts.input_names) + ": " +
                  copy_options(facts.input_names, beside, facts.started_in) +
                  " puts a copy beside the candidate");
  }
  if (hints.empty()) {
    hints = hint(
        "the folder of the test holds nothing but the candidate; --copy PATH puts other files "
        "there, and in the script $GRABR_DIR is the folder grabr was started in");
  }
  return text + hints;
}

std::string script_words(const TestScript& script) {
  if (script.path.empty()) return {};
  const std::string name = shell_word(script.path.string());
  if (script.text.find("\r\n") != std::string::npos) {
    return hint("the script has Windows line ends: sed -i 's/\\r$//' " + name);
  }
  if (script.no_interpreter_line && !script.text.empty()) {
    return hint(
        "the script has no '#!' line, so /bin/sh runs it; for another shell its first line names "
        "it: #!/bin/bash");
  }
  return {};
}

std::string exit_status_hint(const TestResult& result, bool script) {
  if (result.exit_code == 125) {
    return hint("125 means that the test cannot tell; the original must give 0");
  }
  if (result.exit_code == 126 || result.exit_code == 127) {
    return hint(
        "126 and 127 are what a shell says when a program is not executable or not found; its name "
        "stands above, in what the test printed");
  }
  if (!script && result.signal != 0) {
    return hint("if to die by this signal is the failure: --signal " +
                std::to_string(result.signal));
  }
  if (!script) {
    return hint("if this exit status is the failure: --exit " + std::to_string(result.exit_code) +
                "; if a message is: --stderr 'a part of it'");
  }
  return hint(
      "the test must end with 0 while the failure is there, with anything else when it is not");
}

}  // namespace

std::string describe(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const std::string begin = test.original.string() + " does not fail: ";
  if (!facts.first.infrastructure.empty()) {
    return begin + "the test could not be run: " + facts.first.infrastructure + "\n" +
           hint("look at free disk space and at the limits on processes and memory (ulimit -a)");
  }
  if (facts.first.timed_out && !test.conditions.hang_s) return begin + time_is_up(facts);

  const bool conditions = !facts.again.unmet.empty();
  const bool unresolved = facts.first.outcome == Outcome::kUnresolved;
  std::string message = unresolved ? "the failure of " + test.original.string() +
                                         " is not reproduced: "
                                   : begin;
  message += how_test_ended(facts.first, conditions) + "\n";
  if (conditions) {
    message += "  What is not as it should be:\n" + lines_of(facts.again.unmet, "    - ");
  }
  message += stream_text("standard output", facts.again.output) +
             stream_text("standard error", facts.again.errors);
  const std::string command = recipe(test, facts.again.folder);
  message += "  The test's folder is kept. To repeat the test:\n    " + command + "\n";

  const std::string flaky = flaky_words(facts, {test.repeat, test.min_hits});
  if (!flaky.empty()) return message + flaky;
  message += folder_words(facts, test) + script_words(facts.script);
  if (facts.works_in.empty() && !conditions) {
    message += exit_status_hint(facts.first, !facts.script.path.empty());
  }
  return message;
}

}  // namespace grabr
