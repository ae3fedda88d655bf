// Runs the checks before the search and derives the time limit and number of jobs from them.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "oracle/answers/journal.h"
#include "oracle/answers/preflight.h"
#include "oracle/answers/rates.h"
#include "oracle/process/process_oracle.h"
#include "run/check/running_test.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"
#include "text/error.h"

namespace grabr {

/// The original is not interesting, or the test cannot be trusted. Carries the checks' findings.
class UnusableTest : public Error {
 public:
  UnusableTest(const Error& error, Preflight checks)
      : Error(error.kind(), error.what()), found(std::move(checks)) {}
  Preflight found;
};

struct ChecksBefore {
  Preflight found;
  Hits rate;          ///< flaky test: how often the original failed
  unsigned jobs = 1;  ///< number of jobs for the search
  unsigned planned_jobs = 1;
  double timeout_s = 0;   ///< time limit of a test; 0: none
  bool repeated = false;  ///< false: taken from the journal of an earlier run
};

/// Runs the checks, or takes them from the journal (may be null) of an interrupted run. Sets the
/// test's time limit and number of jobs accordingly. Calls `on_failing` as soon as the original has
/// failed. Reports steps and findings to the listener. Throws CrashSeen if a crash of the command
/// may be taken as the failure (run/check/crash_taken.h). Throws Error if the original does not
/// fail (kNotInteresting, with a diagnosis) or the test is flaky or vacuous (kNotTrusted), both as
/// UnusableTest; and if `stop` ends it.
ChecksBefore check_before_search(RunningTest& test, const Journal* journal,
                                 const run::Config& config, const ReductionJob& job,
                                 const StopToken& stop, const std::function<void()>& on_failing,
                                 run::Listener& listener);

/// The stage for the first run of a test, whose duration is not known yet.
run::Stage first_run_stage(const std::string& doing, const run::Config& config);

/// Throws Error(kNotInteresting) with a diagnosis of the original. `first` is the test's result for
/// it, `again` that of a second run whose folder was kept.
[[noreturn]] void refuse_original(RunningTest& test, const TestResult& first,
                                  const run::Config& config, const ReductionJob& job,
                                  const StopToken& stop, run::Listener& listener,
                                  std::optional<ProcessOracle::Explained> again = {});

/// Saves the checks for a later run that continues this one.
void keep_checks(Journal& journal, const ChecksBefore& checks, const ReductionJob& job);

}  // namespace grabr
