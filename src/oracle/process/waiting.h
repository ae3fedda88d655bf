// Waiting with poll(): until when, and for the end of a process.
#pragma once

#include <sys/types.h>

#include <chrono>

#include "oracle/oracle.h"
#include "text/file_descriptor.h"

namespace grabr {

/// For poll: rounded up, so that it does not spin through the last millisecond; at most an hour; -1
/// without a deadline.
int milliseconds_until(const Deadline& deadline);

/// Where poll has failed: a moment of rest, so that asking again does not take the processor.
void pause_after_failure();

/// A descriptor that becomes readable when the process ends. Not open where the system has no such,
/// or the process none of that number.
FileDescriptor announce_end_of(pid_t process);

/// The process is there and has not begun to end; false also where the system does not tell.
bool is_staying(pid_t process);

}  // namespace grabr
