// The runs of commands needed for one answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/condition/execution.h"

namespace grabr {

/// Adds up the time of the runs and records the first failure.
class Runs {
 public:
  /// `hang_is_asked` (--hang): a timeout is an answer, not a failure to answer.
  Runs(const Execute& execute, bool hang_is_asked)
      : execute_(execute), hang_is_asked_(hang_is_asked) {}

  Execution run(const std::vector<std::string>& command);

  double seconds() const { return seconds_; }
  const std::string& failure() const { return failure_; }  ///< why one could not be run
  bool late() const { return late_; }                      ///< one did not end but should have
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
  kOtherUnsteady,  ///< the other one does not
  kNoEnd,          ///< one could not be run or did not end in time
};

/// `first` is a run of `command`. The commands are repeated only if they differ: on most candidates
/// they are alike.
Likeness compare_commands(const std::vector<std::string>& command, const Execution& first,
                          const std::vector<std::string>& other, Runs& runs);

}  // namespace grabr
