#include "oracle/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string_view>
#include <system_error>

#include "oracle/process/descendants.h"
#include "oracle/process/waiting.h"
#include "text/file.h"
#include "text/system_call.h"

namespace grabr {
namespace {

constexpr int kPipeBytes = 1 << 20;
constexpr int kLastRounds = 64;  // last buffers to read; more than a pipe holds

/// One output stream of a command.
class CapturedStream {
 public:
  CapturedStream(std::string& text, std::size_t limit, int copy);

  bool is_open() const { return read_end_.is_open(); }
  int read_number() const { return read_end_.number(); }
  int write_number() const { return write_end_.number(); }
  void close_write_end() { write_end_.close(); }

  /// Reads what is available, at most `rounds` buffers: a command that never stops writing must not
  /// keep us from checking its deadline.
  void read_available(int rounds);
  Hash128 hash() const { return hasher_.value(); }
  int error() const { return error_; }  ///< errno of a failed read; 0: none

 private:
  std::string& text_;
  std::size_t limit_;
  int copy_;
  int error_ = 0;
  Hasher128 hasher_;
  FileDescriptor read_end_;
  FileDescriptor write_end_;
};

/// Where a command's output goes: two captured streams, or /dev/null when `capture` is null.
class Output {
 public:
  explicit Output(Capture* capture);

  bool is_open() const;
  Streams streams(int input) const;
  std::vector<CapturedStream>& captured() { return captured_; }
  void close_write_ends();
  /// Reads the rest and computes the hashes.
  void finish();
  int error() const { return error_; }  ///< once finished: errno of a failed read; 0: none

 private:
  Capture* capture_;
  int error_ = 0;
  FileDescriptor nowhere_;
  std::vector<CapturedStream> captured_;
};

CapturedStream::CapturedStream(std::string& text, std::size_t limit, int copy)
    : text_(text), limit_(limit), copy_(copy) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  read_end_ = FileDescriptor(ends[0]);
  write_end_ = FileDescriptor(ends[1]);
  // Only our end is non-blocking: the command's end must block.
  if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
    const int error = errno;
    read_end_.close();
    errno = error;
  }
#ifdef F_SETPIPE_SZ
  ::fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes);
#endif
}

void CapturedStream::read_available(int rounds) {
  std::array<char, 65536> buffer;
  while (rounds-- > 0 && is_open()) {
    const ssize_t count =
        retry_interrupted([&] { return ::read(read_end_.number(), buffer.data(), buffer.size()); });
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) error_ = errno;
    if (count <= 0) {
      read_end_.close();
      return;
    }
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    text_ += bytes.substr(0, limit_ - std::min(limit_, text_.size()));
    hasher_.add(bytes);
    // The copy is best effort: a full disk must not change what the command sees.
    if (copy_ >= 0) write_all(copy_, bytes);
  }
}

Output::Output(Capture* capture) : capture_(capture) {
  if (capture == nullptr) {
    nowhere_ = FileDescriptor(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    return;
  }
  captured_.reserve(2);
  captured_.emplace_back(capture->output, capture->limit_bytes, capture->output_copy);
  captured_.emplace_back(capture->errors, capture->limit_bytes, capture->errors_copy);
}

bool Output::is_open() const {
  if (capture_ == nullptr) return nowhere_.is_open();
  return captured_[0].is_open() && captured_[1].is_open();
}

Streams Output::streams(int input) const {
  if (capture_ == nullptr) return {input, nowhere_.number(), nowhere_.number()};
  return {input, captured_[0].write_number(), captured_[1].write_number()};
}

void Output::close_write_ends() {
  for (CapturedStream& stream : captured_) stream.close_write_end();
}

void Output::finish() {
  if (capture_ == nullptr) return;
  for (CapturedStream& stream : captured_) stream.read_available(kLastRounds);
  for (const CapturedStream& stream : captured_) error_ = std::max(error_, stream.error());
  capture_->output_hash = captured_[0].hash();
  capture_->errors_hash = captured_[1].hash();
}

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

/// Returns true also if the system cannot tell; `error` is then the errno.
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

  /// Waits until the deadline, then kills the whole group. Returns false if it survives even
  /// SIGKILL.
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

  /// Called after poll has failed. Returns true if the command should end.
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

  /// Waits for the process to end without reaping it: until then its number, and its group's, is
  /// not reused.
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

/// The leader, already reaped, ended on SIGTERM; others in its group may still be cleaning up.
void let_group_end(pid_t group) {
  const auto deadline = Clock::now() + kLongGrace;
  while (true) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (::kill(-group, 0) != 0 || Clock::now() >= deadline) return;
    ::poll(nullptr, 0, kSliceMs);
  }
}

/// Kills the rest of the group after its leader has ended.
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
