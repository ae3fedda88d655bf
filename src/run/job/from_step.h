// Begins a search at a step of the previous run, instead of with the input.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "oracle/oracle.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"
#include "run/job/standalone.h"

namespace grabr {

/// Sets the job's text to that of step config.search.from_step of the run called `run_name`, and
/// returns its test. Throws Error(kInvalid) if there is no such step or if a protected part is
/// missing in it, Error(kNotInteresting) if it no longer fails, and the errors of the test.
StandaloneTest go_on_from_step(const run::Config& config, ReductionJob& job,
                               const std::string& run_name,
                               const std::function<TestResult(std::string_view)>& test,
                               run::Listener& listener);

}  // namespace grabr
