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

/// The objects around a reduction, besides its job.
struct Surroundings {
  run::Listener& listener;
  StopToken stop;                            ///< including the budget
  Oracle* oracle = nullptr;                  ///< the host's oracle; null: the job's test is run
  std::span<Observer* const> watchers = {};  ///< further observers of the whole run
};

/// Checks the test, searches, and writes the requested files: results, trace, report. Consumes the
/// job's tree, unless there are turns. Throws Error if it ends without a result.
run::Result carry_out(const run::Config& config, ReductionJob& job, const Surroundings& around);

}  // namespace grabr
