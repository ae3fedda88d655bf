// One reduction from its first test to the result on disk.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "run/hung_tests.h"
#include "run/reduction_job.h"
#include "cli/reduction_options.h"
#include "reduce/core/session.h"
#include "report/outside_tests.h"
#include "text/error.h"

namespace grabr {

/// What came of it.
struct ReductionEnd {
  Exit exit = Exit::kFinished;
  std::string reason;                  ///< why it ended early
  std::string failing;                 ///< the best
  std::optional<std::string> passing;  ///< of strategies that look for what passes
  TestCounts counts;
  std::optional<OutsideTests> outside;  ///< none: there is no grammar
  double wall_s = 0;
  unsigned jobs = 1;                   ///< tests at once that the test was found to stand
  HungTests hung;
  bool answers_are_kept = false;       ///< for another run

  /// Nothing else than the end of the search or of its budget.
  bool as_planned() const { return exit != Exit::kFailure && exit != Exit::kEnvironment; }
};

/// "; the same call goes on from here", after a signal.
std::string words_on_going_on(const ReduceOptions& options, Exit exit);

/// ", 5 of them outside the grammar, which rejects 3", for a number of tests; empty where there are
/// none.
std::string words_on_outside(const OutsideTests& outside);

/// Checks the test, searches, and writes the files that are asked for: results, trace, report.
/// `watchers` see all of it, too. The job's tree is used up, unless there are turns. Throws Error
/// for what ends it without a result.
ReductionEnd carry_out(const ReduceOptions& options, ReductionJob& job,
                       std::span<Observer* const> watchers = {});

}  // namespace grabr
