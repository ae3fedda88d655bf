// One reduction from its first test to the result on disk.
#pragma once

#include <span>

#include "oracle/oracle.h"
#include "oracle/stop_token.h"
#include "reduce/core/session.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"
#include "run/result.h"

namespace grabr {

/// Who has to do with a reduction beside its job.
struct Surroundings {
  run::Listener& listener;
  StopToken stop;                            ///< with the budget
  Oracle* oracle = nullptr;                  ///< the host's; null: the job's test is run
  std::span<Observer* const> watchers = {};  ///< see all of it, too
};

/// Checks the test, searches, and writes the files that are asked for: results, trace, report. The
/// job's tree is used up, unless there are turns. Throws Error for what ends it without a result.
run::Result carry_out(const run::Config& config, ReductionJob& job, const Surroundings& around);

}  // namespace grabr
