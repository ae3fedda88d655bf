// Ctrl-C, SIGTERM and the time budget: how a reduction ends early with its best result kept.
#pragma once

#include <string_view>

#include "oracle/process_oracle.h"
#include "reduce/session.h"
#include "report/recorder.h"

namespace grabr {

/// While one exists, the first SIGINT or SIGTERM stops the running test and is remembered; a second
/// ends the program at once. At most one exists at a time.
class Interruption {
 public:
  explicit Interruption(ProcessOracle& oracle);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Throws Error(kInterrupted) or Error(kTerminated) after such a signal.
  static void check();
};

/// Passes candidates on; what comes back after an interruption is no answer, and is thrown away.
class InterruptibleOracle : public Oracle {
 public:
  explicit InterruptibleOracle(Oracle& oracle) : oracle_(oracle) {}
  TestResult run(std::string_view candidate) override;

 private:
  Oracle& oracle_;
};

/// Ends the reduction between two tests: after a signal, or when the time is up. To be the last
/// observer, so that the others have seen what it ends.
class StopCheck : public Observer {
 public:
  /// `max_seconds` 0: no limit.
  explicit StopCheck(double max_seconds) : max_seconds_(max_seconds), start_(Clock::now()) {}
  void on_test(const TestRecord& record) override;
  void on_best(std::string_view text) override;

 private:
  void check() const;

  double max_seconds_;
  Clock::time_point start_;
};

}  // namespace grabr
