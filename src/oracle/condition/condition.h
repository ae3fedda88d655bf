// A condition on how a run of the test ended and what it wrote, with its values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "oracle/condition/execution.h"
#include "oracle/condition/runs.h"

namespace grabr {

/// What a condition is evaluated on.
struct AskedRun {
  const std::vector<std::string>& command;  ///< the test's
  const Execution& run;                     ///< of that command
  const Execution* original;                ///< null: not known
  Runs& more;                               ///< to run this or another command again
};

struct Finding {
  enum class Kind : std::uint8_t { kHolds, kDoesNotHold, kUnclear };
  Kind kind = Kind::kHolds;
  std::string seen = {};       ///< what was seen if it does not hold: "it ended with exit status 1"
  bool other_failure = false;  ///< it does not hold, but another failure shows
};

/// What a condition looks at, in order of rising cost, in which conditions are evaluated.
/// kFurtherCommand: runs a command of its own (--and) and ignores the test's.
enum class LooksAt : std::uint8_t { kEnd, kOutput, kOriginal, kOtherCommand, kFurtherCommand };

/// A condition with its values.
struct Condition {
  std::string label;  ///< as the user writes it, on one line: "--exit 134"
  std::function<Finding(const AskedRun&)> ask;
  /// The same check as shell code, which exits unless the condition holds; the variables and
  /// functions it may use are in condition_script.cc.
  std::string script;
  LooksAt looks_at = LooksAt::kEnd;  ///< as in its row
};

/// "it ended with exit status 1"
std::string how_run_ended(const Execution& run);
/// kHolds, or kDoesNotHold with `seen`: what was seen instead.
Finding holds_if(bool holds, const std::string& seen);
/// Three digits: "2.5".
std::string short_seconds(double seconds);

}  // namespace grabr
