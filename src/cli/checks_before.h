// The checks before the search, from the options to what they mean for it.
#pragma once

#include <functional>
#include <utility>

#include "cli/reduction.h"
#include "cli/reduction_job.h"
#include "oracle/journal.h"
#include "oracle/preflight.h"
#include "oracle/process_oracle.h"
#include "text/error.h"

namespace grabr {

/// The original does not fail, or its test cannot be trusted; with what the checks have found.
class UnusableTest : public Error {
 public:
  UnusableTest(const Error& error, Preflight checks)
      : Error(error.exit(), error.what()), found(std::move(checks)) {}
  Preflight found;
};

struct ChecksBefore {
  Preflight found;
  unsigned jobs = 1;       ///< to go on with
  unsigned planned_jobs = 1;
  double timeout_s = 0;    ///< of a test; 0: none
  bool repeated = false;   ///< they ran now; else an earlier run has made them
};

/// Runs them, or takes them from the journal (may be null) of a run that was cut short, and tells
/// the oracle the time limit and number of jobs that come of it. `on_failing` is called as soon as
/// the original has failed. Notes go to standard error, unless quiet. Throws Error: the original
/// does not fail (kDoesNotFail, with a diagnosis), the test is flaky or vacuous (kRefused), both as
/// UnusableTest; what `check_stop` throws.
ChecksBefore check_before_search(ProcessOracle& oracle, const Journal* journal,
                                 const ReduceOptions& options, const ReductionJob& job,
                                 const std::function<void()>& check_stop,
                                 const std::function<void()>& on_failing);

/// Throws Error(kDoesNotFail) with a diagnosis of the original, for which the test's result was
/// `first`.
[[noreturn]] void refuse_original(ProcessOracle& oracle, const TestResult& first,
                                  const ReduceOptions& options, const ReductionJob& job,
                                  const std::function<void()>& check_stop);

/// For a run that goes on after this one.
void keep_checks(Journal& journal, const ChecksBefore& checks, const ReductionJob& job);

}  // namespace grabr
