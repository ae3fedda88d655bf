#include "oracle/condition/conditions.h"

#include <algorithm>
#include <utility>

#include "oracle/condition/condition_list.h"
#include "oracle/condition/executions.h"
#include "oracle/test/program.h"
#include "text/error.h"
#include "text/escape.h"

namespace grabr {
namespace {

void find_other_command(std::vector<std::string>& command) {
  if (command.empty()) return;
  try {
    command[0] = name_from_anywhere(command[0]);
  } catch (const Error& error) {
    throw Error(error.exit(), std::string("--differs: ") + error.what());
  }
}

/// What running both commands of --differs told.
enum class Comparison : std::uint8_t {
  kAlike,
  kDiffer,
  kUnsteady,       ///< the test's command does not agree with itself
  kOtherUnsteady,  ///< the other one does not
  kNoEnd,          ///< one could not be run or did not end in time
};

/// The executions for one answer: adds up what they took, keeps the first one that gave no answer.
class Runs {
 public:
  Runs(const Execute& execute, bool hang_is_asked)
      : execute_(execute), hang_is_asked_(hang_is_asked) {}

  Execution run(const std::vector<std::string>& command) {
    Execution execution = execute_(command);
    seconds_ += execution.seconds;
    if (failure_.empty()) failure_ = execution.failure;
    late_ = late_ || (execution.timed_out && !hang_is_asked_);
    return execution;
  }

  double seconds() const { return seconds_; }
  const std::string& failure() const { return failure_; }  ///< one could not be run, and why
  bool late() const { return late_; }                      ///< one should have ended and did not
  bool all_ended() const { return failure_.empty() && !late_; }

 private:
  const Execute& execute_;
  bool hang_is_asked_;
  double seconds_ = 0;
  std::string failure_;
  bool late_ = false;
};

bool alike(const Execution& a, const Execution& b) { return end_alike(a, b) && same_output(a, b); }

std::string one_line(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + escaped(word, "");
  return text;
}

std::string explain_comparison(Comparison comparison, const Execution& first) {
  const std::string advice =
      " when run again: does it print addresses, times or random numbers?";
  switch (comparison) {
    case Comparison::kAlike:
      return "no difference: it " + how_it_ended(first) +
             ", and so did the other with the same output";
    case Comparison::kUnsteady: return "the test's command itself behaves differently" + advice;
    case Comparison::kOtherUnsteady: return "that command itself behaves differently" + advice;
    case Comparison::kDiffer:
    case Comparison::kNoEnd: break;
  }
  return {};
}

}  // namespace

bool ConditionOptions::any() const {
  return !exits.empty() || !signals.empty() || !output.empty() || !errors.empty() ||
         !not_output.empty() || !not_errors.empty() || hang_s || !differs.empty() ||
         same_as_original;
}

struct Conditions::State {
  ConditionOptions options;
  std::vector<Condition> list;
  std::optional<Execution> original;

  /// What is not as it was with the original, in words; empty: all is.
  std::string change(const Execution& run) const {
    if (!options.same_as_original || !original) return {};
    if (!end_alike(run, *original)) {
      return "it " + how_it_ended(run) + ", with the original it " + how_it_ended(*original);
    }
    if (!same_output(run, *original)) return "standard output is not the original's";
    if (!same_errors(run, *original)) return "standard error is not the original's";
    return {};
  }

  bool hold_for(const Execution& run) const {
    const auto holds = [&](const Condition& condition) { return condition.holds(run); };
    return std::all_of(list.begin(), list.end(), holds) && change(run).empty();
  }

  /// Runs each command again only where they differ: most candidates are alike.
  Comparison compare(const std::vector<std::string>& command, const Execution& first,
                     Runs& runs) const {
    const Execution other = runs.run(options.differs);
    if (!runs.all_ended()) return Comparison::kNoEnd;
    if (alike(first, other)) return Comparison::kAlike;
    const Execution again = runs.run(command);
    if (!runs.all_ended()) return Comparison::kNoEnd;
    if (!alike(first, again)) return Comparison::kUnsteady;
    const Execution other_again = runs.run(options.differs);
    if (!runs.all_ended()) return Comparison::kNoEnd;
    return alike(other, other_again) ? Comparison::kDiffer : Comparison::kOtherUnsteady;
  }
};

Conditions::Conditions(ConditionOptions options) : state_(std::make_unique<State>()) {
  find_other_command(options.differs);
  state_->list = list_conditions(options);
  state_->options = std::move(options);
}
Conditions::~Conditions() = default;
Conditions::Conditions(Conditions&&) noexcept = default;
Conditions& Conditions::operator=(Conditions&&) noexcept = default;

const ConditionOptions& Conditions::options() const { return state_->options; }

bool Conditions::need_output() const {
  const ConditionOptions& o = state_->options;
  return !o.output.empty() || !o.errors.empty() || !o.not_output.empty() || !o.not_errors.empty() ||
         !o.differs.empty() || o.same_as_original;
}

double Conditions::time_limit_s() const { return state_->options.hang_s.value_or(0); }

void Conditions::set_original(const Execution& execution) { state_->original = execution; }

TestResult Conditions::judge(const std::vector<std::string>& command,
                             const Execute& execute) const {
  Runs runs(execute, state_->options.hang_s.has_value());
  const Execution first = runs.run(command);
  TestResult result;
  result.exit_code = first.exit_code;
  result.signal = first.signal;
  if (runs.all_ended() && state_->hold_for(first)) {
    const bool compared = !state_->options.differs.empty();
    const Comparison comparison =
        compared ? state_->compare(command, first, runs) : Comparison::kDiffer;
    if (comparison == Comparison::kDiffer) result.outcome = Outcome::kFail;
    const bool unsteady =
        comparison == Comparison::kUnsteady || comparison == Comparison::kOtherUnsteady;
    if (unsteady) result.outcome = Outcome::kUnresolved;
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
  if (runs.late()) text += "it did not end in time\n";
  for (const Condition& condition : state_->list) {
    if (!condition.holds(first)) text += condition.label + ": " + condition.seen(first) + "\n";
  }
  if (const std::string change = state_->change(first); !change.empty()) {
    text += "--same-as-original: " + change + "\n";
  }
  if (state_->options.differs.empty() || runs.late()) return text;
  const Comparison comparison = state_->compare(command, first, runs);
  std::string reason = explain_comparison(comparison, first);
  if (!runs.failure().empty()) reason = "a command could not be run: " + runs.failure();
  if (runs.late()) reason = "a command did not end in time";
  if (reason.empty()) return text;
  return text + "--differs '" + one_line(state_->options.differs) + "': " + reason + "\n";
}

}  // namespace grabr
