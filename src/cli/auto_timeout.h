// The time limit of tests when the user gives none: derived from how long the original's test took.
#pragma once

#include <algorithm>
#include <string_view>

#include "oracle/process_oracle.h"
#include "report/recorder.h"

namespace grabr {

/// The first test may take long; once one has failed, the others get ten times its time, within
/// sensible bounds. A limit of the user's own holds from the start.
class AutoTimeout : public Oracle {
 public:
  static constexpr double kFirst_s = 300;
  static constexpr double kLeast_s = 2;

  explicit AutoTimeout(ProcessOracle& oracle, bool enabled) : oracle_(oracle), waiting_(enabled) {}

  TestResult run(std::string_view candidate) override {
    const Clock::time_point begin = Clock::now();
    const TestResult result = oracle_.run(candidate);
    if (waiting_ && result.outcome == Outcome::kFail) {
      waiting_ = false;
      chosen_s_ = std::clamp(10 * seconds_between(begin, Clock::now()), kLeast_s, kFirst_s);
      oracle_.set_timeout(chosen_s_);
    }
    return result;
  }

  double chosen_s() const { return chosen_s_; }

 private:
  ProcessOracle& oracle_;
  bool waiting_;
  double chosen_s_ = kFirst_s;
};

}  // namespace grabr
