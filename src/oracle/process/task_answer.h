// From a task to its answer: the runs of the command that it takes, and what they mean.
#pragma once

#include "oracle/process/process.h"
#include "oracle/process/test_setup.h"
#include "oracle/process/worker_link.h"

namespace grabr {

/// Nothing is thrown: what goes wrong is told in the report. Takes the stored candidate away.
WorkerReport answer_task(const TestSetup& setup, const Task& task,
                         const EarlyEnd& interruption) noexcept;

}  // namespace grabr
