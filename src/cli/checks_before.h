// The checks before the search, from the options to what they mean for it.
#pragma once

#include <functional>

#include "cli/progress.h"
#include "cli/reduction.h"
#include "cli/reduction_job.h"
#include "oracle/journal.h"
#include "oracle/preflight.h"
#include "oracle/process_oracle.h"

namespace grabr {

struct ChecksBefore {
  Preflight found;
  unsigned jobs = 1;       ///< to go on with
  unsigned planned_jobs = 1;
  double timeout_s = 0;    ///< of a test; 0: none
  bool repeated = false;   ///< they ran now; else an earlier run has made them
};

/// Runs them, or takes them from the journal (may be null) of a run that was cut short, and tells
/// the oracle the time limit and number of jobs that come of it. `on_failing` is called as soon as
/// the original has failed. Notes go to standard error, unless quiet; `progress` says what is done.
/// Throws Error: the original does not fail (kDoesNotFail, with a diagnosis), the test is flaky or
/// vacuous (kRefused); what `check_stop` throws.
ChecksBefore check_before_search(ProcessOracle& oracle, const Journal* journal,
                                 const ReduceOptions& options, const ReductionJob& job,
                                 const std::function<void()>& check_stop,
                                 const std::function<void()>& on_failing, Progress& progress);

/// The first run of a test, which nobody knows how long it takes.
Stage first_run_stage(const std::string& doing, const ReduceOptions& options);

/// Throws Error(kDoesNotFail) with a diagnosis of the original, for which the test's result was
/// `first`.
[[noreturn]] void refuse_original(ProcessOracle& oracle, const TestResult& first,
                                  const ReduceOptions& options, const ReductionJob& job,
                                  const std::function<void()>& check_stop, Progress& progress);

/// For a run that goes on after this one.
void keep_checks(Journal& journal, const ChecksBefore& checks, const ReductionJob& job);

}  // namespace grabr
