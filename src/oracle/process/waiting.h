// Waiting for processes with poll(): timeouts, wake-ups, and a heartbeat.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "oracle/oracle.h"
#include "text/system_call.h"

namespace grabr {

/// A timeout for poll: rounded up, so that it does not spin through the last millisecond; at most
/// an hour; -1 without a deadline.
int milliseconds_until(const Deadline& deadline);

/// After a failed poll: sleeps a moment, so that retrying does not hog the CPU.
void pause_after_failure();

/// A descriptor that becomes readable when the process ends. Not open if the system does not
/// support that or there is no such process.
FileDescriptor announce_end_of(pid_t process);

/// Does the process exist without having begun to exit? False also if the system cannot tell.
bool is_staying(pid_t process);

/// A pipe that interrupts another thread's poll(); usable from a signal handler.
class WakePipe {
 public:
  /// Throws Error(kSystem), with a hint.
  WakePipe();

  int descriptor() const { return read_end_.number(); }  ///< readable from wake() to drain()
  void wake() noexcept;                                  ///< may be called from a signal handler
  void drain() noexcept;
  void close() noexcept;

 private:
  FileDescriptor read_end_;
  FileDescriptor write_end_;
};

/// A callback called from time to time by the code that waits for a test, to show that it is alive.
class Heartbeat {
 public:
  void start(double every_s, std::function<void()> beat) {
    every_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(every_s));
    beat_ = std::move(beat);
    next_ = Clock::now() + every_;
  }

  /// The deadline, or the next beat if that is earlier.
  Deadline next(const Deadline& deadline) const {
    if (!beat_) return deadline;
    return deadline ? std::min(*deadline, next_) : next_;
  }

  /// Calls the callback if it is due, or if `at_once`.
  void beat(bool at_once) {
    if (!beat_) return;
    const Clock::time_point now = Clock::now();
    if (!at_once && now < next_) return;
    next_ = now + every_;
    beat_();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::duration every_{};
  Clock::time_point next_;
  std::function<void()> beat_;
};

}  // namespace grabr
