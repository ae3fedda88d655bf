// The main loop of a worker: a small process that runs one test after another for the process that
// forked it, and cleans up if that dies.
#pragma once

#include <sys/types.h>

#include "oracle/process/test_setup.h"
#include "text/system_call.h"

namespace grabr {

/// Runs in a process just forked by `parent` and never returns. Tasks arrive over `socket`. The
/// worker has its own session and ignores the signals that end its parent: when the connection is
/// closed, it kills its running test, removes the work folder if it is the last worker, and exits.
[[noreturn]] void run_worker(const TestSetup& setup, FileDescriptor socket, pid_t parent) noexcept;

}  // namespace grabr
