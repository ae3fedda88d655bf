// Answers a worker's task: makes the runs it takes and interprets them.
#pragma once

#include "oracle/process/process.h"
#include "oracle/process/test_setup.h"
#include "oracle/process/worker_link.h"

namespace grabr {

/// Does not throw: errors are in the report. Removes the stored candidate.
WorkerReport answer_task(const TestSetup& setup, const Task& task,
                         const EarlyEnd& interruption) noexcept;

}  // namespace grabr
