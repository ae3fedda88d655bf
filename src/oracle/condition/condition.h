// A condition on a run of the test: on how it ended and on what it wrote. It may need further runs
// of commands.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "oracle/condition/execution.h"

namespace grabr {

/// Runs the commands that one answer needs, adds up their times and records the first failure.
class Runs {
 public:
  /// `hang_is_asked` (--hang): a timeout is an answer, not a failure to answer.
  Runs(const Execute& execute, bool hang_is_asked)
      : execute_(execute), hang_is_asked_(hang_is_asked) {}

  Execution run(const std::vector<std::string>& command);

  double seconds() const { return seconds_; }
  const std::string& failure() const { return failure_; }  ///< why a run could not be made
  bool late() const { return late_; }                      ///< a run timed out
  bool all_ended() const { return failure_.empty() && !late_; }

 private:
  const Execute& execute_;
  bool hang_is_asked_;
  double seconds_ = 0;
  std::string failure_;
  bool late_ = false;
};

/// How two commands compare.
enum class Likeness : std::uint8_t {
  kAlike,
  kDiffer,
  kUnsteady,       ///< the test's command does not agree with itself
  kOtherUnsteady,  ///< the other command does not agree with itself
  kNoEnd,          ///< a command could not be run or did not end in time
};

/// `first` is a run of `command`. The commands are repeated only if they differ: on most candidates
/// they are alike.
Likeness compare_commands(const std::vector<std::string>& command, const Execution& first,
                          const std::vector<std::string>& other, Runs& runs);

/// The data that a condition is evaluated on.
struct AskedRun {
  const std::vector<std::string>& command;  ///< the test's
  const Execution& run;                     ///< runs this or another command again
  const Execution* original;                ///< null: not known
  Runs& more;                               ///< to run this or another command again
};

struct Finding {
  enum class Kind : std::uint8_t { kHolds, kDoesNotHold, kUnclear };
  Kind kind = Kind::kHolds;
  std::string seen = {};       ///< if it does not hold: "it ended with exit status 1"
  bool other_failure = false;  ///< it does not hold, but another failure shows
};

/// The data that a condition needs, in order of rising cost, which is the order of evaluation.
/// kFurtherCommand: runs its own command (--and) and ignores the test's.
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
/// kHolds; or kDoesNotHold with `seen`: what was seen instead.
Finding holds_if(bool holds, const std::string& seen);
/// With three digits: "2.5".
std::string short_seconds(double seconds);

}  // namespace grabr
