// The life of a worker: a small process that runs one test after the other for the process that
// forked it, and cleans up when that has died.
#pragma once

#include <sys/types.h>

#include "oracle/process/test_setup.h"
#include "text/file_descriptor.h"

namespace grabr {

/// For a process just forked by `parent`; never comes back. Tasks come over `socket`. The worker
/// has a session of its own and does not mind the signals that end its parent: it goes when the
/// line is closed, with the test it runs, and when it is the last with the work folder.
[[noreturn]] void run_worker(const TestSetup& setup, FileDescriptor socket, pid_t parent) noexcept;

}  // namespace grabr
