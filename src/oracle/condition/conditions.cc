#include "oracle/condition/conditions.h"

#include <optional>
#include <sstream>
#include <utility>
#include <variant>

#include "oracle/condition/condition_kinds.h"
#include "oracle/test/program.h"
#include "text/error.h"
#include "text/setting.h"

namespace grabr {
namespace {

/// Makes the programs named by conditions findable from any folder.
void find_other_commands(ConditionOptions& options) {
  for (const ConditionKind& kind : condition_kinds()) {
    if (kind.syntax != ConditionSyntax::kCommand || !is_given(kind, options)) continue;
    auto& command = options.*std::get<std::vector<std::string> ConditionOptions::*>(kind.values);
    try {
      command[0] = name_from_anywhere(command[0]);
    } catch (const Error& error) {
      throw Error(error.kind(), spelled_condition(kind) + ": " + error.what());
    }
  }
}

}  // namespace

struct Conditions::State {
  ConditionOptions options;
  std::vector<Condition> list;
  std::optional<Execution> original;

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
  state_->list = list_conditions(options);
  state_->options = std::move(options);
}
Conditions::~Conditions() = default;
Conditions::Conditions(Conditions&&) noexcept = default;
Conditions& Conditions::operator=(Conditions&&) noexcept = default;

const ConditionOptions& Conditions::options() const { return state_->options; }

bool Conditions::need_output() const { return grabr::need_output(state_->options); }

double Conditions::time_limit_s() const { return state_->options.hang_s.value_or(0); }

void Conditions::set_original(const Execution& execution) { state_->original = execution; }

TestResult Conditions::judge(const std::vector<std::string>& command,
                             const Execute& execute) const {
  Runs runs(execute, state_->options.hang_s.has_value());
  const Execution first = runs.run(command);
  TestResult result;
  result.exit_code = first.exit_code;
  result.signal = first.signal;
  if (runs.all_ended()) {
    const Finding finding = state_->ask(state_->asked(command, first, runs));
    if (finding.kind == Finding::Kind::kHolds) result.outcome = Outcome::kFail;
    if (finding.kind == Finding::Kind::kUnclear) result.outcome = Outcome::kUnresolved;
    if (finding.other_failure) result.other_failure = finding.seen;
  }
  if (!runs.failure().empty()) result.outcome = Outcome::kUnresolved;
  result.infrastructure = runs.failure();
  result.timed_out = first.timed_out || runs.late();
  result.seconds = runs.seconds();
  return result;
}

std::string Conditions::explain(const std::vector<std::string>& command,
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
  message << spelled("{timeout} ") << timeout_s << spelled(" s ends a test before {hang} ")
          << *options.hang_s
          << spelled(" s can be told\nhint: leave {timeout} away, or make it longer");
  throw Error(ErrorKind::kInvalid, message.str());
}

}  // namespace grabr
