// The message about an original that does not fail: what happened, what the test printed and ran,
// how to repeat it; then possible reasons, each based on a sign. A missing file comes first, since
// everything else may follow from it. If there is no sign, the usual reasons are given. Tested by
// tests/run/passing_original_test.cc and, on real scripts, tests/check_diagnosis.py.
#include <re2/re2.h>

#include <algorithm>
#include <sstream>
#include <system_error>

#include "oracle/condition/execution.h"
#include "run/check/crash_taken.h"
#include "run/check/passing_original.h"
#include "run/check/symptom.h"
#include "run/config/recipe.h"
#include "run/config/test_words.h"
#include "run/files/named_files.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxShown = 2000;
constexpr std::size_t kMaxCommandsShown = 8;
constexpr std::size_t kMaxCommandCharsShown = 160;  // characters

/// A pattern in a run's output, and the reason that it shows.
struct Sign {
  const char* pattern;
  const char* words;
};
constexpr const char* kMissedFile = "No such file|cannot open|can't open|FileNotFoundError|ENOENT";
constexpr Sign kSigns[] = {
    {"Illegal option|\\[\\[: not found|Bad substitution|\"\\(\" unexpected|redirection "
     "unexpected|(source|declare|shopt|let): not found",
     "this needs bash, not /bin/sh: begin the script with #!/bin/bash, or run the text with bash "
     "-c '...'"},
    {"unbound variable|parameter not set",
     "set -u is in force: the script ends at a variable that is not set"},
};
/// Patterns for a script's lines: a pipeline; lines that are not commands.
constexpr const char* kPipeline = "(^|[^|])\\|($|[^|])";
constexpr const char* kNoCommand = "\\s*(fi|done|esac|else|then|do|;;|[(){}])?\\s*(#.*)?";

std::string hint(const std::string& text) { return "  hint: " + text + "\n"; }

std::vector<std::string> all_lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// How the test ended.

std::string time_is_up(const PassingOriginal& facts) {
  if (facts.first.exit_code == 124) {
    return "the test ended with exit status 124, as timeout(1) does when the time is up\n"
           "  hint: give the program more time in the script\n";
  }
  const std::string limit =
      facts.timeout_s > 0 ? "within " + seconds_text(facts.timeout_s) : "in time";
  return "the test did not end " + limit + spelled(" ({timeout})\n") +
         spelled(
             "  hint: {timeout} SEC gives it more time; if the hang is the failure, use {hang} "
             "SEC\n");
}

std::string how_test_ended(const PassingOriginal& facts, bool conditions) {
  const std::string ended = how_it_ended(facts.first);
  if (facts.plain_command && !conditions) {
    return "the command " + ended + "; without a condition only exit status 0 is a failure";
  }
  if (conditions || facts.first.signal != 0) return "the test " + ended;
  return "the test " + ended + "; 0 means that the failure is there";
}

std::string indented(const std::string& text, const std::string& indent) {
  std::string shown;
  for (const std::string& line : all_lines(text)) shown += indent + line + "\n";
  return shown;
}

std::string stream_text(const std::string& name, const std::string& text) {
  if (text.empty()) return "  " + name + ": nothing\n";
  std::string shown = "  " + name + ":\n" + indented(text.substr(0, kMaxShown), "    | ");
  if (text.size() > kMaxShown) {
    shown += "    (" + std::to_string(text.size() - kMaxShown) + " bytes more)\n";
  }
  return shown;
}

std::string trace_text(const std::vector<TracedCommand>& commands) {
  if (commands.empty()) return {};
  std::string text = "  The last commands it ran (set -x):\n";
  const std::size_t from = commands.size() - std::min(commands.size(), kMaxCommandsShown);
  for (std::size_t i = from; i < commands.size(); ++i) {
    text += "    | ";
    if (commands[i].line > 0) text += "line " + std::to_string(commands[i].line) + ": ";
    text += escaped(commands[i].text, "", kMaxCommandCharsShown) + "\n";
  }
  return text;
}

/// Empty if it never failed.
std::string flaky_words(const PassingOriginal& facts, Repetition used) {
  unsigned hits = fails(facts.again.result) ? 1U : 0U;
  for (const TestResult& result : facts.more) hits += fails(result) ? 1U : 0U;
  if (hits == 0) return {};
  const auto runs = static_cast<unsigned>(facts.more.size()) + 2;
  return "  The test is flaky: of " + std::to_string(runs) + " runs " + std::to_string(hits) +
         " did fail.\n" + flaky_hints(hits, runs, used);
}

std::string how_to_repeat(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  return "  The test's folder is kept (the last few are). To repeat the test:\n    " +
         recipe(test, facts.again.folder) + "\n";
}

// Missing files.

std::string script_word(const PassingOriginal& facts) {
  return facts.script.path.empty() ? "the shell text" : "the script";
}

/// "--copy helper.h --copy lib": the files, or the top-level folders that contain them, by their
/// paths from the folder where grabr was started. Files elsewhere (..) cannot be copied next to the
/// candidate.
std::string copy_options(const PassingOriginal& facts) {
  std::vector<std::string> names = facts.script_names, shown;
  if (!facts.input_named.empty()) names.push_back(facts.input_named);
  std::string text;
  for (const std::string& name : names) {
    const fs::path first = *fs::path(name).lexically_normal().begin();
    if (first == "..") continue;
    const fs::path path = (facts.names_in / first).lexically_proximate(facts.started_in);
    const std::string option = spelled("{copy} ") + shown_name(shell_word(path.string()));
    if (std::find(shown.begin(), shown.end(), option) != shown.end()) continue;
    shown.push_back(option);
    text += (text.empty() ? "" : " ") + option;
  }
  return text;
}

/// The script names the input by its own path, among other files or alone.
std::string named_input_hint(const PassingOriginal& facts) {
  const std::string& name = facts.input_named;
  const std::string text =
      hint(script_word(facts) + " reads " + name +
           ", which is the input itself: the candidate is \"$1\", with only copies beside it");
  if (facts.script_names.empty()) return text + hint("write \"$1\" instead of " + name);
  return text +
         hint(copy_options(facts) + " puts copies of the rest there, and in " + script_word(facts) +
              " cp \"$1\" " + shell_word(name) + " puts the candidate in its place");
}

std::string script_names_hint(const PassingOriginal& facts) {
  if (!facts.input_named.empty()) return named_input_hint(facts);
  if (facts.script_names.empty()) return {};
  const std::string copies = copy_options(facts);
  std::string text =
      hint(script_word(facts) + " names " + list_of(facts.script_names) +
           ", which the test's own folder does not have" +
           (copies.empty() ? "" : ": " + copies + " puts a copy beside the candidate"));
  if (facts.names_in != facts.started_in) return text;
  return text + hint("or write \"$GRABR_DIR\"/" + facts.script_names.front());
}

/// Words of a command that only a shell understands: the program got them unchanged.
std::string unread_shell_words(const ProcessOracleOptions& test) {
  std::vector<std::string> found;
  for (const std::string& word : test.command) {
    if (test.shell_text.empty() && is_shell_syntax(word)) found.push_back(word);
  }
  if (found.empty()) return {};
  return hint(spelled("no shell reads this command, so the program got ") + list_of(found) +
              spelled(" as arguments: {command} 'TEXT' runs text by /bin/sh"));
}

std::string file_hints(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const std::string name = file_named_by_command(test.command, test.copies, test.original);
  return (name.empty() ? "" : hint(words_on_file_elsewhere(name))) + script_names_hint(facts);
}

bool prints(const PassingOriginal& facts, const char* pattern) {
  return re2::RE2::PartialMatch(facts.again.errors, pattern) ||
         re2::RE2::PartialMatch(facts.again.output, pattern);
}

// Signs in the run.

std::string exit_option(const PassingOriginal& facts) {
  return spelled("{exit} ") + std::to_string(facts.again.result.exit_code);
}

/// A condition for a command that has none.
std::string fitting_condition(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const auto symptom = symptom_of(seen_run(facts.again, test));
  if (!symptom) {
    return hint("if this exit status is the failure: " + exit_option(facts) +
                spelled("; for a message: {stderr} 'a part of it'"));
  }
  const bool died = !symptom->condition.signals.empty();
  return hint("if the failure is that it " + symptom->words + ": " + symptom->option()) +
         (died ? "" : hint("if only the exit status counts: " + exit_option(facts)));
}

/// Detects a script that passes on a crash instead of judging it.
std::string crash_of_script(const PassingOriginal& facts) {
  const auto crash = crash_of({facts.again.result, facts.again.output, facts.again.errors, true});
  if (!crash) return {};
  return hint("the script " + crash->words + ": if that is the failure, " + crash->option() +
              " tests for it, whatever the exit status");
}

std::string inverted_status(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const bool ordinary = facts.first.exit_code > 0 && facts.first.exit_code < 125;
  if (!facts.empty_fails || !ordinary || !facts.works_in.empty()) return {};
  if (failure_of(seen_run(facts.again, test))) return {};
  return hint("the empty input gives 0, and " + shown_name(test.original.filename()) + " gives " +
              std::to_string(facts.first.exit_code) +
              ": is the status inverted? 0 must mean that the failure is there: put `!` before a "
              "command that must fail, but not before one that finds its message");
}

std::string memory_hint(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  if (test.memory_bytes == 0) return {};
  const std::string given = spelled("{memory} ") + std::to_string(test.memory_bytes / kMegabyte);
  if (lacks_memory(seen_run(facts.again, test)))
    return hint("it got no memory: " + given + " is too little for it");
  return hint("it ran with " + given +
              ": that may be too little; the test may fail with more or without a limit");
}

// Signs in the trace of the script's shell.

std::string missing_hints(const PassingOriginal& facts) {
  std::string text;
  for (const std::string& name : facts.trace.missing) {
    std::error_code ignored;
    const bool here = fs::exists(facts.started_in / name, ignored);
    text += hint(name + ", which " + script_word(facts) + " runs, is not found in PATH" +
                 (here ? "; here it is \"$GRABR_DIR\"/" + name : ""));
  }
  return text;
}

/// "set -e" if more commands were to follow, "set -o pipefail" if the last one was a pipeline.
std::string strict_hints(const PassingOriginal& facts) {
  const auto& commands = facts.trace.commands;
  const auto last = std::find_if(commands.rbegin(), commands.rend(),
                                 [](const TracedCommand& command) { return command.depth == 0; });
  const std::vector<std::string> lines = all_lines(facts.script.text);
  if (last == commands.rend() || last->line == 0 || last->line > lines.size()) return {};
  const bool early = std::any_of(lines.begin() + last->line, lines.end(), [](const auto& line) {
    return !re2::RE2::FullMatch(line, kNoCommand);
  });
  const auto in_force = [&](const char* name) {
    return last->options.find(name) != std::string::npos;
  };
  const std::string where = "line " + std::to_string(last->line);
  std::string text;
  if (in_force("errexit") && early && !last->text.starts_with("exit")) {
    text += hint("set -e is in force: the script ended in " + where +
                 ", at the first command that failed; if it may fail, append `|| true` or test its "
                 "status with `if`");
  }
  if (in_force("pipefail") && re2::RE2::PartialMatch(lines[last->line - 1], kPipeline)) {
    text += hint("set -o pipefail is in force: the commands in " + where +
                 " count as failed if one of them fails, whatever grep finds in their output");
  }
  return text;
}

std::string shell_hints(const PassingOriginal& facts) {
  std::string text = missing_hints(facts);
  if (!facts.unset.empty()) {
    text += hint(script_word(facts) + " reads " + facts.unset +
                 ", which is not set; a test gets grabr's own environment");
  }
  for (const Sign& sign : kSigns) {
    if (prints(facts, sign.pattern)) text += hint(sign.words);
  }
  return text + strict_hints(facts);
}

constexpr const char* kUsualReasons =
    "  hint: the usual reasons:\n    - the status is wrong: 0 means that the failure is there, and "
    "the status of a script is that of its last command\n    - a program, file or variable is "
    "missing where the test runs, in a folder with only the candidate\n    - the failure is "
    "intermittent, or needs other options\n";

std::string hints_for(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  if (std::string unread = unread_shell_words(test); !unread.empty()) return unread;
  const bool missed =
      !facts.works_in.empty() || !facts.input_named.empty() || prints(facts, kMissedFile);
  const bool asks_status = facts.works_in.empty() && facts.again.unmet.empty();
  // There is only a command, without a text that judges it.
  const bool bare = facts.script.text.empty() || (facts.plain_command && test.shell_text.empty());
  const std::string files = file_hints(facts, test);
  std::string text = missed ? files : "";
  if (missed && files.empty()) {
    text += hint(
        spelled("the folder of the test contains only the candidate; {copy} PATH puts other "
                "files there, and in the script $GRABR_DIR is the folder grabr was started in"));
  }
  if (asks_status) {
    text += inverted_status(facts, test);
    text += bare || facts.plain_command ? fitting_condition(facts, test) : crash_of_script(facts);
  }
  text += memory_hint(facts, test);
  if (!bare) text += shell_hints(facts);
  if (!missed) text += files;
  return text.empty() && asks_status ? kUsualReasons : text;
}

}  // namespace

std::string unset_variable(std::string_view errors) {
  std::string name;
  re2::RE2::PartialMatch(re2::StringPiece(errors.data(), errors.size()),
                         "([A-Za-z_][A-Za-z_0-9]*): (?:unbound variable|parameter not set)", &name);
  return name;
}

std::string describe(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const std::string begin = shown_name(test.original) + " does not fail: ";
  if (!facts.first.infrastructure.empty()) {
    return begin + "the test could not be run: " + facts.first.infrastructure + "\n" +
           "  hint: check free disk space and the limits on processes and memory (ulimit "
           "-a)\n";
  }
  if (facts.first.timed_out && !test.conditions.hang_s) return begin + time_is_up(facts);
  if (!facts.again.no_number.empty()) {
    return shown_name(test.original) +
           " fails, but has no number to minimise: " + facts.again.no_number + "\n" +
           how_to_repeat(facts, test);
  }
  const bool conditions = !facts.again.unmet.empty();
  const bool unresolved = facts.first.outcome == Outcome::kUnresolved;
  std::string message =
      unresolved ? "the failure of " + shown_name(test.original) + " is not reproduced: " : begin;
  message += how_test_ended(facts, conditions || test.conditions.any()) + "\n";
  if (conditions) {
    message += "  Conditions that do not hold:\n" + indented(facts.again.unmet, "    - ");
  }
  message += stream_text("standard output", facts.again.output) +
             stream_text("standard error", facts.again.errors) + trace_text(facts.trace.commands) +
             how_to_repeat(facts, test);
  const std::string flaky = flaky_words(facts, {test.repeat, test.min_hits});
  if (!flaky.empty()) return message + flaky;
  if (!facts.works_in.empty()) {
    message += "  Started in " + shown_name(shell_word(facts.works_in.string())) +
               " it does fail: the test depends on the folder it is started in.\n";
  }
  return message + hints_for(facts, test);
}

}  // namespace grabr
