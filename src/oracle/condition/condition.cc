#include "oracle/condition/condition.h"

#include <cstdio>

#include "oracle/condition/execution.h"

namespace grabr {
namespace {

bool alike(const Execution& a, const Execution& b) { return end_alike(a, b) && same_output(a, b); }

}  // namespace

Execution Runs::run(const std::vector<std::string>& command) {
  Execution execution = execute_(command);
  seconds_ += execution.seconds;
  if (failure_.empty()) failure_ = execution.failure;
  late_ = late_ || (execution.timed_out && !hang_is_asked_);
  return execution;
}

Likeness compare_commands(const std::vector<std::string>& command, const Execution& first,
                          const std::vector<std::string>& other, Runs& runs) {
  const Execution second = runs.run(other);
  if (!runs.all_ended()) return Likeness::kNoEnd;
  if (alike(first, second)) return Likeness::kAlike;
  const Execution again = runs.run(command);
  if (!runs.all_ended()) return Likeness::kNoEnd;
  if (!alike(first, again)) return Likeness::kUnsteady;
  const Execution second_again = runs.run(other);
  if (!runs.all_ended()) return Likeness::kNoEnd;
  return alike(second, second_again) ? Likeness::kDiffer : Likeness::kOtherUnsteady;
}

std::string short_seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", seconds);
  return text;
}

std::string how_run_ended(const Execution& run) { return "it " + how_it_ended(run); }

Finding holds_if(bool holds, const std::string& seen) {
  return holds ? Finding{} : Finding{Finding::Kind::kDoesNotHold, seen};
}

}  // namespace grabr
