#include "oracle/condition/conditions.h"

#include <optional>
#include <sstream>
#include <utility>
#include <variant>

#include "oracle/condition/condition_kinds.h"
#include "oracle/condition/failure_signature.h"
#include "oracle/condition/rejection_order.h"
#include "oracle/test/program.h"
#include "text/error.h"
#include "text/setting.h"

namespace grabr {
namespace {

using Words = std::vector<std::string>;

void find_program_of(const ConditionKind& kind, Words& command) {
  if (command.empty()) return;
  try {
    command[0] = name_from_anywhere(command[0]);
  } catch (const Error& error) {
    throw Error(error.kind(), spelled_condition(kind) + ": " + error.what());
  }
}

/// Makes the programs named by conditions findable from any folder.
void find_other_commands(ConditionOptions& options) {
  for (const ConditionKind& kind : condition_kinds()) {
    if (kind.syntax != ConditionSyntax::kCommand || !is_given(kind, options)) continue;
    find_program_of(kind, options.*std::get<Words ConditionOptions::*>(kind.values));
  }
  for (const ConditionKind& kind : condition_kinds()) {
    if (kind.syntax != ConditionSyntax::kCommands) continue;
    for (Words& command : options.*std::get<std::vector<Words> ConditionOptions::*>(kind.values)) {
      find_program_of(kind, command);
    }
  }
}

constexpr int kUnresolvedCode = 125;  // git bisect's "cannot be tested"
constexpr int kTimeoutCode = 124;     // what timeout(1) exits with

/// Describes a death by a signal, which is a failure even if the conditions do not hold.
std::string other_death(const Execution& run) {
  constexpr int kSignals = 128;
  if (exit_status(run) <= kSignals) return "";
  return "not the same: " + crash_signature(run, kFramesToCompare).text();
}

}  // namespace

TestResult judge_by_exit_status(const Execution& execution) {
  TestResult result;
  result.exit_code = execution.exit_code;
  result.signal = execution.signal;
  result.timed_out = execution.timed_out || execution.exit_code == kTimeoutCode;
  result.infrastructure = execution.failure;
  result.seconds = execution.seconds;
  if (!result.infrastructure.empty()) {
    result.outcome = Outcome::kUnresolved;
  } else if (execution.exit_code == 0) {
    result.outcome = Outcome::kFail;
  } else if (execution.exit_code == kUnresolvedCode) {
    result.outcome = Outcome::kUnresolved;
  }
  return result;
}

struct Conditions::State {
  ConditionOptions options;
  std::vector<Condition> list;     ///< conditions on the test's own command
  std::vector<Condition> further;  ///< conditions on further commands
  RejectionOrder order;            ///< order of the test's own command (0) and the further ones
  std::optional<Execution> original;

  /// The verdict of the conditions on the test's own command.
  TestResult judge_own(const Words& command, const Execute& execute) const;
  TestResult judge_further(const Condition& condition, const Words& command,
                           const Execute& execute) const;

  AskedRun asked(const std::vector<std::string>& command, const Execution& run, Runs& more) const {
    return {command, run, original ? &*original : nullptr, more};
  }

  /// The finding of the first condition that does not hold.
  Finding ask(const AskedRun& asked) const {
    for (const Condition& condition : list) {
      Finding finding = condition.ask(asked);
      if (finding.kind != Finding::Kind::kHolds) return finding;
    }
    return {};
  }
};

Conditions::Conditions(ConditionOptions options) : state_(std::make_unique<State>()) {
  find_other_commands(options);
  for (Condition& condition : list_conditions(options)) {
    const bool own = condition.looks_at != LooksAt::kFurtherCommand;
    (own ? state_->list : state_->further).push_back(std::move(condition));
  }
  state_->order = RejectionOrder(1 + state_->further.size());
  // Run the test first: another crash can be reported only if it is seen.
  if (!options.same_crash.empty()) state_->order.keep_first(0);
  state_->options = std::move(options);
}
Conditions::~Conditions() = default;
Conditions::Conditions(Conditions&&) noexcept = default;
Conditions& Conditions::operator=(Conditions&&) noexcept = default;

const ConditionOptions& Conditions::options() const { return state_->options; }

bool Conditions::need_output() const { return grabr::need_output(state_->options); }

double Conditions::time_limit_s() const { return state_->options.hang_s.value_or(0); }

void Conditions::set_original(const Execution& execution) { state_->original = execution; }

void Conditions::run_own_first() const { state_->order.keep_first(0); }

TestResult Conditions::State::judge_own(const Words& command, const Execute& execute) const {
  if (list.empty()) return judge_by_exit_status(execute(command));
  Runs runs(execute, options.hang_s.has_value());
  const Execution first = runs.run(command);
  TestResult result;
  result.exit_code = first.exit_code;
  result.signal = first.signal;
  if (runs.all_ended()) {
    const Finding finding = ask(asked(command, first, runs));
    if (finding.kind == Finding::Kind::kHolds) result.outcome = Outcome::kFail;
    if (finding.kind == Finding::Kind::kUnclear) result.outcome = Outcome::kUnresolved;
    if (finding.other_failure) result.other_failure = finding.seen;
    if (result.outcome == Outcome::kPass && !finding.other_failure) {
      result.other_failure = other_death(first);
    }
  }
  if (!runs.failure().empty()) result.outcome = Outcome::kUnresolved;
  result.infrastructure = runs.failure();
  result.timed_out = first.timed_out || runs.late();
  result.seconds = runs.seconds();
  return result;
}

TestResult Conditions::State::judge_further(const Condition& condition, const Words& command,
                                            const Execute& execute) const {
  Runs runs(execute, false);
  const Finding finding = condition.ask(asked(command, {}, runs));
  TestResult result;
  if (finding.kind == Finding::Kind::kHolds) result.outcome = Outcome::kFail;
  if (finding.kind == Finding::Kind::kUnclear) result.outcome = Outcome::kUnresolved;
  result.infrastructure = runs.failure();
  result.timed_out = runs.late();
  result.seconds = runs.seconds();
  return result;
}

namespace {

bool rejects(const TestResult& result) {
  return result.outcome == Outcome::kPass && !result.timed_out && result.infrastructure.empty();
}

/// Ranks results if none rejects: first "not run", then "timed out", then "unresolved".
int weight(const TestResult& result) {
  if (!result.infrastructure.empty()) return 3;
  if (result.outcome == Outcome::kPass) return 2;
  return result.outcome == Outcome::kUnresolved ? 1 : 0;
}

}  // namespace

TestResult Conditions::judge(const Words& command, const Execute& execute) const {
  const State& state = *state_;
  if (state.further.empty()) return state.judge_own(command, execute);
  TestResult decisive;
  std::optional<TestResult> own;
  double seconds = 0;
  bool is_first = true;
  for (const std::size_t asked : state.order.order()) {
    const TestResult result = asked == 0
                                  ? state.judge_own(command, execute)
                                  : state.judge_further(state.further[asked - 1], command, execute);
    seconds += result.seconds;
    state_->order.note(asked, rejects(result), result.seconds);
    if (asked == 0) own = result;
    // Among equal weights, report the test's own end.
    const bool same = weight(result) == weight(decisive) && asked == 0;
    if (is_first || rejects(result) || weight(result) > weight(decisive) || same) decisive = result;
    is_first = false;
    if (!rejects(result)) continue;
    decisive.rejected_by = asked == 0 ? "the test" : state.further[asked - 1].label;
    break;
  }
  if (own) {
    decisive.exit_code = own->exit_code;
    decisive.signal = own->signal;
  }
  decisive.seconds = seconds;
  return decisive;
}

std::string Conditions::explain(const std::vector<std::string>& command,
                                const Execute& execute) const {
  std::string text;
  if (any()) text += explain_own(command, execute);
  for (const Condition& condition : state_->further) {
    Runs runs(execute, false);
    const Finding finding = condition.ask(state_->asked(command, {}, runs));
    if (finding.kind != Finding::Kind::kHolds) text += condition.label + ": " + finding.seen + "\n";
  }
  return text;
}

std::string Conditions::explain_own(const std::vector<std::string>& command,
                                    const Execute& execute) const {
  Runs runs(execute, state_->options.hang_s.has_value());
  const Execution first = runs.run(command);
  std::string text;
  if (!runs.failure().empty()) return "it could not be run: " + runs.failure() + "\n";
  const bool late = runs.late();
  if (late) text += "it did not end in time\n";
  for (const Condition& condition : state_->list) {
    if (late && condition.looks_at == LooksAt::kOtherCommand) continue;
    const Finding finding = condition.ask(state_->asked(command, first, runs));
    if (finding.kind != Finding::Kind::kHolds) text += condition.label + ": " + finding.seen + "\n";
  }
  return text;
}

void check_time_limit(const ConditionOptions& options, double timeout_s) {
  if (!options.hang_s || timeout_s <= 0 || timeout_s > *options.hang_s) return;
  std::ostringstream message;
  message << spelled("{timeout} ") << timeout_s << spelled(" s would end a test before {hang} ")
          << *options.hang_s
          << spelled(" s can be decided\nhint: leave {timeout} out, or make it longer");
  throw Error(ErrorKind::kInvalid, message.str());
}

}  // namespace grabr
