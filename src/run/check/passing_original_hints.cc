// From facts to hints. A file that was missed comes first, since everything else may follow from
// it; then what the run itself shows, then what the script's text and trace tell; what a status
// means in general comes last. Nothing is advised without a sign that it is the reason.
#include "run/check/passing_original_hints.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "run/check/crash_taken.h"
#include "run/check/script_faults.h"
#include "run/check/symptom.h"
#include "run/config/test_words.h"
#include "run/files/named_files.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

std::string hint(const std::string& text) { return "  hint: " + text + "\n"; }

bool has_conditions(const PassingOriginal& facts) { return !facts.again.unmet.empty(); }

/// There is nothing but a command, no text that judges it.
bool is_bare(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  return facts.script.text.empty() || (facts.plain_command && test.shell_text.empty());
}

std::string script_word(const PassingOriginal& facts) {
  return facts.script.path.empty() ? "the shell text" : "the script";
}

// Files.

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
    const std::string option = spelled("{copy} ") + shown_name(shell_word(path.string()));
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

/// The script names the input where it lies, among other files or alone.
std::string named_input_hint(const PassingOriginal& facts) {
  const std::string& name = facts.input_named;
  std::string text = hint(script_word(facts) + " reads " + name +
                          ", which is the input itself: the candidate is \"$1\", and lies beside "
                          "nothing but copies");
  if (facts.script_names.empty()) return text + hint("write \"$1\" instead of " + name);
  std::vector<std::string> names = facts.script_names;
  names.push_back(name);
  return text + hint(copy_options(names, facts.names_in, facts.started_in) +
                     " puts copies of the rest there, and in " + script_word(facts) +
                     " cp \"$1\" " + shell_word(name) + " puts the candidate in its place");
}

std::string script_names_hint(const PassingOriginal& facts) {
  if (!facts.input_named.empty()) return named_input_hint(facts);
  if (facts.script_names.empty()) return {};
  const std::string names = list_of(facts.script_names);
  const std::string copies = copy_options(facts.script_names, facts.names_in, facts.started_in);
  std::string text =
      script_word(facts) + " names " + names + ", which the test's own folder does not have";
  if (!copies.empty()) text += ": " + copies + " puts a copy beside the candidate";
  return hint(text) + hint("or name it there as " + steady_name(facts, facts.script_names.front()));
}

/// Words of a command that only a shell understands: they reached the program as they are.
std::string unread_shell_words(const ProcessOracleOptions& test) {
  if (!test.shell_text.empty()) return {};
  std::vector<std::string> found;
  for (const std::string& word : test.command) {
    if (is_shell_syntax(word)) found.push_back(word);
  }
  if (found.empty()) return {};
  return hint(spelled("no shell reads this command, so the program got ") + list_of(found) +
              spelled(" as arguments: {command} 'TEXT' has /bin/sh run a text"));
}

std::string relative_file_hint(const ProcessOracleOptions& test) {
  const std::string name = file_named_by_command(test.command, test.copies, test.original);
  return name.empty() ? name : hint(words_on_file_elsewhere(name));
}

std::string named_files_hints(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  std::string hints = relative_file_hint(test) + script_names_hint(facts);
  if (facts.input_names.empty()) return hints;
  const fs::path beside = fs::absolute(test.original).parent_path();
  return hints + hint(shown_name(test.original) + " names " + list_of(facts.input_names) + ": " +
                      copy_options(facts.input_names, beside, facts.started_in) +
                      " puts a copy beside the candidate");
}

bool missed_a_file(const PassingOriginal& facts) {
  if (!facts.works_in.empty() || !facts.input_named.empty()) return true;
  constexpr std::array<std::string_view, 5> kWords = {"No such file", "cannot open", "can't open",
                                                      "FileNotFoundError", "ENOENT"};
  for (const std::string* text : {&facts.again.output, &facts.again.errors}) {
    for (const std::string_view words : kWords) {
      if (text->find(words) != text->npos) return true;
    }
  }
  return false;
}

std::string missed_file_hints(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const std::string hints = named_files_hints(facts, test);
  if (!hints.empty()) return hints;
  return hint(spelled(
      "the folder of the test holds nothing but the candidate; {copy} PATH puts other files "
      "there, and in the script $GRABR_DIR is the folder grabr was started in"));
}

// What the run shows.

std::string exit_option(const TestResult& result) {
  return spelled("{exit} ") + std::to_string(result.exit_code);
}

bool is_not_found(const TestResult& result) {
  return result.exit_code == 126 || result.exit_code == 127;
}

/// A condition for a command that has none.
std::string fitting_condition(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const TestResult& result = facts.again.result;
  if (is_not_found(result) || result.exit_code == 125) return {};
  const auto symptom = symptom_of(seen_run(facts.again, test));
  if (!symptom) {
    return result.exit_code <= 0
               ? ""
               : hint("if this exit status is the failure: " + exit_option(result) +
                      spelled("; if a message is: {stderr} 'a part of it'"));
  }
  const bool died = !symptom->condition.signals.empty();
  std::string text = hint("if the failure is that it " + symptom->words + ": " + symptom->option());
  if (!died && result.exit_code > 0) {
    text += hint("if it is the exit status alone: " + exit_option(result));
  }
  return text;
}

/// A script that hands on a crash instead of judging it.
std::string crash_of_script(const PassingOriginal& facts) {
  SeenRun run{facts.again.result, facts.again.output, facts.again.errors, true};
  const auto crash = crash_of(run);
  if (!crash) return {};
  return hint("the script " + crash->words + ": if that is the failure, " + crash->option() +
              " asks for it, whatever the script ends with");
}

std::string inverted_status(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const bool ordinary = facts.first.exit_code > 0 && facts.first.exit_code < 125;
  if (!facts.empty_fails || !ordinary || !facts.works_in.empty()) return {};
  if (failure_of(seen_run(facts.again, test))) return {};
  return hint("the empty input gives 0, and " + shown_name(test.original.filename()) + " gives " +
              std::to_string(facts.first.exit_code) +
              ": is the status inverted? 0 is to mean that the failure is there: a `!` before the "
              "command that is to fail, and none before the one that finds its message");
}

std::string memory_hint(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  if (test.memory_bytes == 0) return {};
  const std::string given = spelled("{memory} ") + std::to_string(test.memory_bytes / kMegabyte);
  const SeenRun run = seen_run(facts.again, test);
  if (lacks_memory(run)) return hint("it got no memory: " + given + " is too little for it");
  return hint("it ran with " + given +
              ": it may be that this is too little, and that it does fail "
              "with more or without a limit");
}

// What the script's text and trace tell.

std::string missing_hints(const PassingOriginal& facts) {
  std::string text;
  for (const std::string& name : missing_commands(facts.script.text, facts.trace)) {
    std::error_code ignored;
    const bool here = fs::exists(facts.started_in / name, ignored) && !name.starts_with('/');
    text += hint(name + ", which " + script_word(facts) + " runs, is not found" +
                 (name.starts_with('/') ? "" : " in PATH") +
                 (here ? "; that in this folder is \"$GRABR_DIR\"/" + name : ""));
  }
  return text;
}

std::string unset_hints(const PassingOriginal& facts) {
  const auto names = unset_variables(facts.script.text);
  if (names.empty()) return {};
  return hint(script_word(facts) + " reads " + list_of(names) + ", which " +
              (names.size() == 1 ? "is" : "are") +
              " not set; a test has the environment that grabr is started in");
}

std::string strict_hints(const PassingOriginal& facts, const std::vector<std::string>& shell) {
  const StrictOptions strict =
      strict_options_at_end(shell, facts.script.text, facts.trace, facts.again.errors);
  const std::string line = "line " + std::to_string(strict.line);
  std::string text;
  if (strict.errexit) {
    text += hint("set -e is in force: the script ended in " + line +
                 ", at the first command that failed; where one may fail, write `|| true` behind "
                 "it, or look at its status with `if`");
  }
  if (strict.pipefail) {
    text += hint("set -o pipefail is in force: the commands in " + line +
                 " fail together when one of them does, whatever grep finds in what they print");
  }
  if (strict.nounset) {
    text += hint("set -u is in force: the script ends at a variable that is not set");
  }
  return text;
}

std::string shell_hints(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const auto shell = shell_of(test, facts.script);
  if (shell.empty()) return {};
  std::string text = missing_hints(facts) + unset_hints(facts) + strict_hints(facts, shell);
  if (wants_bash(shell, facts.again.errors)) {
    text += hint("this shell is " + shell[0] + ", which does not know all that bash does: " +
                 (facts.script.path.empty() ? "bash -c '...' runs it in bash"
                                            : "the script's first line names bash as #!/bin/bash"));
  }
  return text;
}

std::string file_form_hint(const TestScript& script) {
  if (script.path.empty()) return {};
  if (script.text.find("\r\n") != std::string::npos) {
    return hint("the script has Windows line ends: sed -i 's/\\r$//' " +
                shell_word(script.path.string()));
  }
  if (script.no_interpreter_line && !script.text.empty()) {
    return hint(
        "the script has no '#!' line, so /bin/sh runs it; for another shell its first line names "
        "it: #!/bin/bash");
  }
  return {};
}

// What the status means.

std::string exit_status_hint(const PassingOriginal& facts) {
  const TestResult& result = facts.first;
  if (result.exit_code == 125) {
    return hint("125 means that the test cannot tell; the original must give 0");
  }
  if (is_not_found(result)) {
    return hint(
        "126 and 127 are what a shell says when a program is not executable or not found" +
        std::string(facts.again.errors.empty() ? "" : "; the test printed its name, see above"));
  }
  if (facts.script.text.empty() || facts.plain_command) return {};
  return hint(
      "the test must end with 0 while the failure is there, with anything else when it is not");
}

}  // namespace

std::string hints_for(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const std::string unread = unread_shell_words(test);
  const bool missed = missed_a_file(facts);
  const bool asks_status = facts.works_in.empty() && !has_conditions(facts);
  const bool bare = is_bare(facts, test);
  std::string shell;
  if (!bare) shell = shell_hints(facts, test);
  std::string text = unread;
  if (missed && unread.empty()) text += missed_file_hints(facts, test);
  if (asks_status && unread.empty()) {
    text += inverted_status(facts, test);
    text += bare || facts.plain_command ? fitting_condition(facts, test) : crash_of_script(facts);
  }
  text += memory_hint(facts, test) + shell;
  if (!missed && unread.empty()) text += named_files_hints(facts, test);
  if (!bare) text += file_form_hint(facts.script);
  return asks_status ? text + exit_status_hint(facts) : text;
}

}  // namespace grabr
