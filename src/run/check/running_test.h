// The oracle of a run: its own processes, or an oracle of the host program. Tells the listener that
// a test is running, and wakes up when the run must stop.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "oracle/oracle.h"
#include "oracle/process/process_oracle.h"
#include "oracle/stop_token.h"
#include "run/config/listener.h"

namespace grabr {

class RunningTest {
 public:
  /// Throws Error as ProcessOracle does.
  RunningTest(ProcessOracleOptions test, run::Listener& listener, const StopToken& stop);
  /// Uses the host's oracle, which must outlive this.
  RunningTest(Oracle& oracle, run::Listener& listener, const StopToken& stop);
  ~RunningTest();
  RunningTest(const RunningTest&) = delete;
  RunningTest& operator=(const RunningTest&) = delete;

  Oracle& oracle() { return oracle_; }
  /// Null for a host's oracle, which has no limits and no runs to examine.
  ProcessOracle* process() { return process_.get(); }

  /// With `watches`, what_failed() describes the last test that ended. A person may look at each
  /// test's output.
  void watch_failure(bool watches);
  /// The failure in one line. Empty if no test was watched, if it ran out of time, or if it has no
  /// conditions and prints no failure that the table of failures knows.
  std::string what_failed() const;
  /// The failure of a run of this text; empty if it does not fail.
  std::string what_fails(std::string_view text, const StopToken& stop);

  /// These have no effect on a host's oracle.
  void set_timeout(double seconds);
  void set_jobs(unsigned jobs);

 private:
  bool has_conditions_ = false;
  std::unique_ptr<ProcessOracle> process_;
  Oracle& oracle_;
  run::Listener& listener_;
  StopToken::Watch watch_;
};

/// Attempts if a test cannot be run.
inline constexpr unsigned kRunTries = 3;

/// Throws Error(kEnvironment) if the test could not be run.
void require_run(const TestResult& result);

struct FailingTest {
  TestResult result;
  unsigned tries = 0;
};

/// Before and after a result is explained or verified, it is tested: it must fail both times.
/// Throws Error(kNotInteresting) if it does not; `otherwise` says what that means.
FailingTest require_failing(Oracle& oracle, std::string_view text, const std::string& otherwise,
                            const StopToken& stop);

}  // namespace grabr
