// The runs of commands that one answer takes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/condition/execution.h"

namespace grabr {

/// Adds up what the runs took, keeps the first one that gave no answer.
class Runs {
 public:
  /// `hang_is_asked`: to run out of time is an answer.
  Runs(const Execute& execute, bool hang_is_asked)
      : execute_(execute), hang_is_asked_(hang_is_asked) {}

  Execution run(const std::vector<std::string>& command);

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

/// What running two commands told.
enum class Likeness : std::uint8_t {
  kAlike,
  kDiffer,
  kUnsteady,       ///< the test's command does not agree with itself
  kOtherUnsteady,  ///< the other one does not
  kNoEnd,          ///< one could not be run or did not end in time
};

/// `first` is a run of `command`. Each command runs again only where they differ: most candidates
/// are alike.
Likeness compare_commands(const std::vector<std::string>& command, const Execution& first,
                            const std::vector<std::string>& other, Runs& runs);

}  // namespace grabr
