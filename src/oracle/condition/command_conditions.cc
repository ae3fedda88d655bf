#include "oracle/condition/command_conditions.h"

#include <cmath>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/execution.h"
#include "oracle/condition/output_conditions.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/utf8.h"

namespace grabr {
namespace {

using FindingKind = Finding::Kind;
using Words = std::vector<std::string>;

constexpr std::size_t kMaxCommandChars = 80;  // characters of a command

std::string one_line(const Words& command) {
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + escaped(word, "");
  return text;
}

Finding difference(const AskedRun& asked, const Words& other) {
  const std::string advice = " when run again: does it print addresses, times or random numbers?";
  switch (compare_commands(asked.command, asked.run, other, asked.more)) {
    case Likeness::kDiffer: return {};
    case Likeness::kAlike:
      return {FindingKind::kDoesNotHold, "no difference: it " + how_it_ended(asked.run) +
                                             ", and so did the other with the same output"};
    case Likeness::kUnsteady:
      return {FindingKind::kUnclear, "the test's command itself behaves differently" + advice};
    case Likeness::kOtherUnsteady:
      return {FindingKind::kUnclear, "that command itself behaves differently" + advice};
    case Likeness::kNoEnd: break;
  }
  return {FindingKind::kDoesNotHold, asked.more.late()
                                         ? "a command did not end in time"
                                         : "a command could not be run: " + asked.more.failure()};
}

/// The setting that a ready-made script belongs to, from its first line "# and-no-ub". Empty for
/// any other script.
std::string setting_of(const Words& command) {
  for (const std::string& word : command) {
    const std::size_t end = word.find('\n');
    if (end != word.npos && word.starts_with("# ")) return word.substr(2, end - 2);
  }
  return {};
}

constexpr int kCannotTell = 125;

/// What the command did, and the first line that it wrote.
std::string seen_of(const Execution& run) {
  const std::string& text = run.errors.empty() ? run.output : run.errors;
  const std::string line = text.empty() ? "" : ": " + shown_first_line(text);
  return how_run_ended(run) + line;
}

Finding ask_further(const AskedRun& asked, const Words& command, bool wanted) {
  const Execution run = asked.more.run(command);
  const int status = exit_status(run);
  if (!run.failure.empty()) return {FindingKind::kUnclear, how_run_ended(run)};
  if (run.timed_out) return {FindingKind::kDoesNotHold, how_run_ended(run)};
  if (status == kCannotTell) return {FindingKind::kUnclear, seen_of(run)};
  return holds_if((status == 0) == wanted, seen_of(run));
}

/// If timeout(1) ends the command, it exits with 124.
std::string further_script(const std::string& label, const std::string& function, bool wanted,
                           bool limited) {
  const std::string unwanted = limited ? "0 | 124 | timeout" : "0 | timeout";
  return "\n# " + label + "\n" + function + " \"$candidate\" " + function + "\ncase $(status " +
         function + ") in\n  125) unclear=yes ;;\n  " +
         (wanted ? std::string("0) ;;\n  *) exit 1 ;;\n") : unwanted + ") exit 1 ;;\n") + "esac\n";
}

/// A condition for each command, which must exit with 0 if `wanted`, otherwise with another status.
/// `key` names the setting in messages (spelled()). `limited`: their runs have their own time
/// limit.
std::vector<Condition> further_conditions(std::string_view key, const std::vector<Words>& commands,
                                          bool wanted, bool limited) {
  std::vector<Condition> list;
  for (const Words& command : commands) {
    const std::string ready = setting_of(command);
    const std::string label =
        ready.empty() ? spelled(key) + " '" + beginning(one_line(command), kMaxCommandChars) + "'"
                      : spelled("{" + ready + "}");
    if (command.empty() || command[0].empty()) {
      throw Error(ErrorKind::kInvalid, label + ": there is no command");
    }
    list.push_back(
        {label, [=](const AskedRun& asked) { return ask_further(asked, command, wanted); },
         further_script(spelled(key), further_function(wanted, list.size()), wanted, limited)});
  }
  return list;
}

}  // namespace

std::vector<Condition> difference_conditions(const ConditionOptions& options) {
  if (options.differs.empty()) return {};
  const std::string script = spelled(
                                 "\n# {differs}: where the two commands differ, each has to agree "
                                 "with itself, or a printed address\n") +
                             R"(# would pass for the difference.
run_other "$candidate" other
if same test other; then exit 1; fi
run_test "$candidate" test_again
same test test_again || exit 125
run_other "$candidate" other_again
same other other_again || exit 125
)";
  const auto ask = [other = options.differs](const AskedRun& asked) {
    return difference(asked, other);
  };
  return {{spelled("{differs} '") + one_line(options.differs) + "'", ask, script}};
}

/// Gives no condition; checks the limit.
std::vector<Condition> further_time_conditions(const ConditionOptions& options) {
  if (!options.further_s) return {};
  const std::string label = spelled("{and-timeout} ") + short_seconds(*options.further_s);
  if (!(*options.further_s > 0) || !std::isfinite(*options.further_s)) {
    throw Error(ErrorKind::kInvalid, label + ": not a time\nhint: a number of seconds above 0");
  }
  return {};
}

std::vector<Condition> also_conditions(const ConditionOptions& given) {
  return further_conditions("{and}", given.also, true, given.further_s.has_value());
}
std::vector<Condition> but_not_conditions(const ConditionOptions& given) {
  return further_conditions("{not}", given.but_not, false, given.further_s.has_value());
}

std::string further_function(bool wanted, std::size_t number) {
  return (wanted ? "run_and_" : "run_not_") + std::to_string(number + 1);
}

}  // namespace grabr
