#include "oracle/process/process.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <system_error>

#include "oracle/process/descendants.h"
#include "oracle/process/waiting.h"
#include "text/file_descriptor.h"
#include "text/system_call.h"

namespace grabr {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kGrace{1};       // between SIGTERM and SIGKILL
constexpr std::chrono::seconds kLongGrace{5};   // the same if the command is to be ended gently
constexpr std::chrono::seconds kKillLimit{10};  // a process stuck in the kernel survives SIGKILL
constexpr int kSliceMs = 5;                     // poll interval where the end is not announced
constexpr int kRounds = 16;                     // buffers read between two checks of the clock

Deadline deadline_after(double seconds) {
  constexpr double kForever = 1e9;
  if (seconds <= 0 || seconds > kForever) return std::nullopt;
  const std::chrono::duration<double> length(seconds);
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
}

/// Also true if that cannot be found out; `error` is then the errno.
bool has_ended(pid_t process, int& error) {
  siginfo_t state{};
  const auto id = static_cast<id_t>(process);
  const int result =
      retry_interrupted([&] { return ::waitid(P_PID, id, &state, WEXITED | WNOHANG | WNOWAIT); });
  if (result != 0) error = errno;
  return result != 0 || state.si_pid == process;
}

/// A running command.
class Run {
 public:
  Run(pid_t process, Output& output, const EarlyEnd& interruption)
      : process_(process),
        end_(announce_end_of(process)),
        output_(output),
        interruption_(interruption) {}

  /// Waits until the deadline, then kills the whole group. False if it survives even SIGKILL.
  bool bring_to_end(const RunLimits& limits, ProcessEnd& result) {
    const bool ended = wait_or_kill(limits, result);
    if (wait_error_ != 0) {
      result.failure =
          "the test cannot be waited for: " + std::generic_category().message(wait_error_);
    }
    return ended;
  }

 private:
  enum class Stop { kEnd, kDeadline, kInterruption };

  pid_t process_;
  FileDescriptor end_;
  Output& output_;
  const EarlyEnd& interruption_;
  std::vector<pollfd> watched_;
  int wait_error_ = 0;

  bool wait_or_kill(const RunLimits& limits, ProcessEnd& result) {
    Stop stop = wait_to_limit(limits);
    if (stop == Stop::kEnd) return true;
    result.timed_out = stop == Stop::kDeadline;
    result.interrupted = stop == Stop::kInterruption;
    if (result.timed_out || limits.gently) {
      ::kill(-process_, SIGTERM);
      stop = wait(Clock::now() + (limits.gently ? kLongGrace : kGrace), !limits.gently);
      if (stop == Stop::kEnd) return true;
      result.interrupted = result.interrupted || stop == Stop::kInterruption;
    }
    ::kill(-process_, SIGKILL);
    return wait(Clock::now() + kKillLimit, false) == Stop::kEnd;
  }

  /// poll ignores a descriptor of -1.
  void watch(bool interruptible) {
    watched_.clear();
    watched_.push_back({end_.number(), POLLIN, 0});
    for (const CapturedStream& stream : output_.captured()) {
      watched_.push_back({stream.read_number(), POLLIN, 0});
    }
    for (const int descriptor : interruption_.descriptors) {
      watched_.push_back({interruptible ? descriptor : -1, POLLIN, 0});
    }
  }

  bool is_interrupted() const {
    const auto first =
        watched_.end() - static_cast<std::ptrdiff_t>(interruption_.descriptors.size());
    return std::any_of(first, watched_.end(), [](const pollfd& one) { return one.revents != 0; }) &&
           interruption_.requested();
  }

  /// After poll has failed. True: the command should end.
  bool look_around(bool interruptible) const {
    pause_after_failure();
    return interruptible && interruption_.requested && interruption_.requested();
  }

  Stop wait_to_limit(const RunLimits& limits) {
    Stop stop = wait(deadline_after(limits.seconds), true);
    while (stop == Stop::kDeadline && limits.more_s) {
      const double more_s = limits.more_s();
      if (more_s <= 0) break;
      stop = wait(deadline_after(more_s), true);
    }
    return stop;
  }

  /// Waits for the process to end without reaping it: until it is reaped, its number, and so its
  /// group's, is not reused.
  Stop wait(const Deadline& deadline, bool interruptible) {
    while (true) {
      int wait_ms = milliseconds_until(deadline);
      const bool out_of_time = wait_ms == 0;
      if (!end_.is_open()) {
        if (has_ended(process_, wait_error_)) return Stop::kEnd;
        wait_ms = wait_ms < 0 ? kSliceMs : std::min(wait_ms, kSliceMs);
      }
      watch(interruptible);
      const int ready = ::poll(watched_.data(), watched_.size(), wait_ms);
      for (CapturedStream& stream : output_.captured()) stream.read_available(kRounds);
      const bool may_have_ended = ready < 0 || (ready > 0 && watched_[0].revents != 0);
      if (may_have_ended && has_ended(process_, wait_error_)) return Stop::kEnd;
      if (ready > 0 && is_interrupted()) return Stop::kInterruption;
      if (ready < 0 && look_around(interruptible)) return Stop::kInterruption;
      if (out_of_time) return Stop::kDeadline;
    }
  }
};

void reap(pid_t process, ProcessEnd& result) {
  int status = 0;
  const pid_t reaped = retry_interrupted([&] { return ::waitpid(process, &status, 0); });
  if (reaped != process) {
    result.failure = "the test's exit status is lost: " + std::generic_category().message(errno);
  } else if (result.timed_out || result.interrupted) {
    return;
  } else if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
  } else {
    result.exit_code = WEXITSTATUS(status);
  }
}

/// The leader, already reaped, ended at SIGTERM; others of its group may still be cleaning up.
void let_group_end(pid_t group) {
  const auto deadline = Clock::now() + kLongGrace;
  while (true) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (::kill(-group, 0) != 0 || Clock::now() >= deadline) return;
    ::poll(nullptr, 0, kSliceMs);
  }
}

/// Ends what is left of the group after its leader has ended.
void end_group(pid_t process, const RunLimits& limits, ProcessEnd& result) {
  const bool gently = limits.gently && (result.timed_out || result.interrupted);
  if (!gently) ::kill(-process, SIGKILL);
  reap(process, result);
  if (gently) let_group_end(process);
}

}  // namespace

ProcessEnd run_command(const Command& command, int input, const RunLimits& limits, Capture* capture,
                       const EarlyEnd& interruption) {
  ProcessEnd result;
  Output output(capture);
  if (!output.is_open()) {
    result.failure = "cannot open the test's output: " + std::generic_category().message(errno);
    return result;
  }
  const auto begin = Clock::now();
  const Spawned child = spawn(command, output.streams(input));
  if (child.process < 0) {
    result.failure = child.failure;
    return result;
  }
  output.close_write_ends();

  const bool ended = Run(child.process, output, interruption).bring_to_end(limits, result);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (ended) {
    end_group(child.process, limits, result);
  } else {
    result.failure = "the test cannot be killed: it is stuck in a system call";
  }
  end_children();
  output.finish();
  if (output.error() != 0 && result.failure.empty()) {
    result.failure =
        "cannot read the test's output: " + std::generic_category().message(output.error());
  }
  return result;
}

}  // namespace grabr
