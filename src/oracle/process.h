// Runs one command to its end or its deadline, and leaves nothing of it running.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <string>

#include "oracle/spawn.h"

namespace grabr {

/// The way to stop a command from elsewhere, a signal handler included.
class Cancellation {
 public:
  /// Kills the process group that runs now, if any, and marks the run as cancelled.
  void cancel() noexcept;
  bool requested() const noexcept { return requested_; }

  /// For run_command: a new run has begun; its process group is known; it is about to be reaped.
  void begin() noexcept { requested_ = false; }
  void watch(pid_t group) noexcept;
  void forget() noexcept { group_ = 0; }

 private:
  static_assert(std::atomic<pid_t>::is_always_lock_free);
  std::atomic<pid_t> group_{0};
  std::atomic<bool> requested_{false};
};

/// The beginning of what a command wrote; the rest is read and dropped.
struct Capture {
  std::size_t limit_bytes = 65536;
  std::string output;
  std::string errors;
};

struct ProcessEnd {
  int exit_code = -1;      ///< -1: died by a signal, timed out or was not run
  int signal = 0;
  bool timed_out = false;
  std::string failure;     ///< not empty: could not be run, or its end could not be learnt
};

/// Standard input comes from `input`; output goes to `capture`, or nowhere when it is null.
/// After `timeout_s` (0: never) the process group gets SIGTERM, a second later SIGKILL. When the
/// command has ended, what is left of its group and, on Linux, all its descendants are killed.
/// Does not wait for whoever holds the output open.
ProcessEnd run_command(const Command& command, int input, double timeout_s, Capture* capture,
                       Cancellation& cancellation);

}  // namespace grabr
