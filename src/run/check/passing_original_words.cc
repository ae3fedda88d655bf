// The words about an original that does not fail: what happened, what the test printed, how to
// repeat it.
#include <algorithm>
#include <sstream>

#include "oracle/condition/execution.h"
#include "run/check/passing_original.h"
#include "run/check/passing_original_hints.h"
#include "run/config/recipe.h"
#include "run/config/test_words.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxShown = 2000;
constexpr std::size_t kMostCommandsShown = 8;
constexpr std::size_t kMostOfACommand = 160;  // characters

std::string time_is_up(const PassingOriginal& facts) {
  if (facts.first.exit_code == 124) {
    return "the test ended with exit status 124, as timeout(1) does when the time is up\n"
           "  hint: give the program more time in the script\n";
  }
  const std::string limit =
      facts.timeout_s > 0 ? "within " + seconds_text(facts.timeout_s) : "in time";
  return "the test did not end " + limit + spelled(" ({timeout})\n") +
         spelled(
             "  hint: {timeout} SEC gives it more time; if not to end is the failure, {hang} SEC "
             "says "
             "so\n");
}

std::string how_test_ended(const PassingOriginal& facts, bool conditions) {
  const std::string ended = how_it_ended(facts.first);
  if (facts.plain_command && !conditions) {
    return "the command " + ended + "; without a condition only exit status 0 is a failure";
  }
  if (conditions || facts.first.signal != 0) return "the test " + ended;
  return "the test " + ended + "; 0 would mean that the failure is there";
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

/// Of a script that has nothing to say itself.
std::string trace_text(const PassingOriginal& facts) {
  const bool silent = facts.again.output.empty() && facts.again.errors.empty();
  if (!silent || facts.trace.empty()) return {};
  const std::size_t from = facts.trace.size() - std::min(facts.trace.size(), kMostCommandsShown);
  std::string text = "  The last commands it ran (set -x):\n";
  for (std::size_t i = from; i < facts.trace.size(); ++i) {
    const TracedCommand& command = facts.trace[i];
    text += "    | ";
    if (command.line > 0) text += "line " + std::to_string(command.line) + ": ";
    text += escaped(command.text, "", kMostOfACommand) + "\n";
  }
  return text;
}

std::string how_to_repeat(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  return "  The test's folder is kept (the last few are). To repeat the test:\n    " +
         recipe(test, facts.again.folder) + "\n";
}

std::string depends_on_folder(const PassingOriginal& facts) {
  if (facts.works_in.empty()) return {};
  return "  Started in " + shown_name(shell_word(facts.works_in.string())) +
         " it does fail: the test depends on the folder it is started in.\n";
}

}  // namespace

std::string describe(const PassingOriginal& facts, const ProcessOracleOptions& test) {
  const std::string begin = shown_name(test.original) + " does not fail: ";
  if (!facts.first.infrastructure.empty()) {
    return begin + "the test could not be run: " + facts.first.infrastructure + "\n" +
           "  hint: look at free disk space and at the limits on processes and memory (ulimit "
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
  message += how_test_ended(facts, conditions) + "\n";
  if (conditions) {
    message += "  What is not as it should be:\n" + lines_of(facts.again.unmet, "    - ");
  }
  message += stream_text("standard output", facts.again.output) +
             stream_text("standard error", facts.again.errors) + trace_text(facts);
  message += how_to_repeat(facts, test);

  const std::string flaky = flaky_words(facts, {test.repeat, test.min_hits});
  if (!flaky.empty()) return message + flaky;
  return message + depends_on_folder(facts) + hints_for(facts, test);
}

}  // namespace grabr
