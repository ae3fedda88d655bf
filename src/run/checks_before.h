// The checks before the search, from the options to what they mean for it.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "oracle/answers/journal.h"
#include "oracle/answers/preflight.h"
#include "oracle/process/process_oracle.h"
#include "run/config.h"
#include "run/listener.h"
#include "run/reduction_job.h"
#include "run/running_test.h"
#include "text/error.h"

namespace grabr {

/// The original does not fail, or its test cannot be trusted; with what the checks have found.
class UnusableTest : public Error {
 public:
  UnusableTest(const Error& error, Preflight checks)
      : Error(error.kind(), error.what()), found(std::move(checks)) {}
  Preflight found;
};

struct ChecksBefore {
  Preflight found;
  unsigned jobs = 1;  ///< to go on with
  unsigned planned_jobs = 1;
  double timeout_s = 0;   ///< of a test; 0: none
  bool repeated = false;  ///< they ran now; else an earlier run has made them
};

/// Runs them, or takes them from the journal (may be null) of a run that was cut short, and tells
/// the test the time limit and number of jobs that come of it. `on_failing` is called as soon as
/// the original has failed. The listener learns what is done, and what it shows.
/// Throws CrashSeen where a crash of the command may be taken as the failure (run/crash_taken.h);
/// Error: the original does not fail (kNotInteresting, with a diagnosis), the test is flaky or
/// vacuous (kNotTrusted), both as UnusableTest; where `stop` ends it.
ChecksBefore check_before_search(RunningTest& test, const Journal* journal,
                                 const run::Config& config, const ReductionJob& job,
                                 const StopToken& stop, const std::function<void()>& on_failing,
                                 run::Listener& listener);

/// The first run of a test, which nobody knows how long it takes.
run::Stage first_run_stage(const std::string& doing, const run::Config& config);

/// Throws Error(kNotInteresting) with a diagnosis of the original, for which the test's result was
/// `first`, and `again` when it was run once more and kept.
[[noreturn]] void refuse_original(RunningTest& test, const TestResult& first,
                                  const run::Config& config, const ReductionJob& job,
                                  const StopToken& stop, run::Listener& listener,
                                  std::optional<ProcessOracle::Explained> again = {});

/// For a run that goes on after this one.
void keep_checks(Journal& journal, const ChecksBefore& checks, const ReductionJob& job);

}  // namespace grabr
