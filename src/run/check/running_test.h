// The oracle of a run: its own processes, or one that the host provides. Tells the listener that a
// test runs, and wakes up when the run is to stop.
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
  /// The host's, which must live as long.
  RunningTest(Oracle& oracle, run::Listener& listener, const StopToken& stop);
  ~RunningTest();
  RunningTest(const RunningTest&) = delete;
  RunningTest& operator=(const RunningTest&) = delete;

  Oracle& oracle() { return oracle_; }
  /// Null if it is the host's, which has no limits and no runs to examine.
  ProcessOracle* process() { return process_.get(); }

  /// While `watches`, what_failed() is of the last test that has ended. A person may look at what
  /// each test prints.
  void watch_failure(bool watches);
  /// The failure in a line; empty: no test was watched, or its time was up, or a test without
  /// conditions prints none that the table of failures has.
  std::string what_failed() const;
  /// That of a run of this text; empty: it does not fail.
  std::string what_fails(std::string_view text, const StopToken& stop);

  /// Has no effect on the host's.
  void set_timeout(double seconds);
  void set_jobs(unsigned jobs);

 private:
  bool has_conditions_ = false;
  std::unique_ptr<ProcessOracle> process_;
  Oracle& oracle_;
  run::Listener& listener_;
  StopToken::Watch watch_;
};

/// How often a test that cannot be run is tried.
inline constexpr unsigned kRunTries = 3;

/// Throws Error(kEnvironment) if the test could not be run.
void require_run(const TestResult& result);

struct FailingTest {
  TestResult result;
  unsigned tries = 0;
};

/// A result that is explained or verified is tested before and after: it has to fail both times.
/// Throws Error(kNotInteresting) if the text does not: `otherwise` says what that means.
FailingTest require_failing(Oracle& oracle, std::string_view text, const std::string& otherwise,
                            const StopToken& stop);

}  // namespace grabr
