#include "run/reduce.h"

#include "reduce/diff/dd.h"
#include "run/job/prepare_job.h"
#include "run/job/standalone.h"
#include "run/reduction_report.h"
#include "run/reduction_run.h"
#include "text/escape.h"

namespace grabr::run {
namespace {

/// Runs the search; puts the name of the passing input before the message if it does not pass.
Result searched(const Config& config, ReductionJob& job, const Surroundings& around) {
  try {
    return carry_out(config, job, around);
  } catch (const NotPassing& error) {
    if (config.input.passing.empty()) throw;
    throw Error(error.kind(), shown_name(config.input.passing) + ": " + error.what());
  }
}

Result reduced(const Config& config, const Surroundings& around) {
  check_standalone(config);
  const JudgedBy by = around.oracle != nullptr ? JudgedBy::kHost : JudgedBy::kProcess;
  ReductionJob job = with_early_report(config.output.report, false,
                                       [&] { return prepare_job(config, around.listener, by); });
  Result result = searched(config, job, around);
  if (result.aim == Aim::kPassing && !result.passing) {
    throw Error(result.ended_by.value(), result.reason);
  }
  around.listener.on_result(result);
  return result;
}

}  // namespace

Result reduce(const Config& config, Listener& listener, const StopToken& stop) {
  return reduced(config, {listener, stop.within(config.limits.budget())});
}

Result reduce(const Config& config, Oracle& oracle, Listener& listener, const StopToken& stop) {
  return reduced(config, {listener, stop.within(config.limits.budget()), &oracle});
}

}  // namespace grabr::run
