// Helpers for waiting with poll(): timeouts, and the end of a process.
#pragma once

#include <sys/types.h>

#include <chrono>

#include "oracle/oracle.h"
#include "text/file_descriptor.h"

namespace grabr {

/// A timeout for poll: rounded up, so that it does not spin through the last millisecond; at most
/// an hour; -1 without a deadline.
int milliseconds_until(const Deadline& deadline);

/// After a failed poll: sleeps a moment, so that retrying does not hog the CPU.
void pause_after_failure();

/// A descriptor that becomes readable when the process ends. Not open if the system does not
/// support that or there is no such process.
FileDescriptor announce_end_of(pid_t process);

/// Whether the process exists and has not begun to exit; false also if the system cannot tell.
bool is_staying(pid_t process);

}  // namespace grabr
