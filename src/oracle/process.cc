#include "oracle/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string_view>
#include <system_error>

#include "oracle/descendants.h"
#include "text/file_descriptor.h"

namespace grabr {
namespace {

using Clock = std::chrono::steady_clock;
using Deadline = std::optional<Clock::time_point>;

constexpr std::chrono::seconds kGrace{1};       // between SIGTERM and SIGKILL
constexpr std::chrono::seconds kKillLimit{10};  // a process stuck in the kernel survives SIGKILL
constexpr int kSliceMs = 5;                     // where the system cannot announce the end

Deadline after(double seconds) {
  constexpr double kForever = 1e9;
  if (seconds <= 0 || seconds > kForever) return std::nullopt;
  const std::chrono::duration<double> length(seconds);
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
}

/// For poll: rounded up, so that it does not spin through the last millisecond.
int remaining_ms(const Deadline& deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, 3600 * 1000));
}

/// A descriptor that becomes readable when the process ends; not open where there is none.
FileDescriptor announce_end(pid_t process) {
#ifdef SYS_pidfd_open
  return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
#else
  static_cast<void>(process);
  return FileDescriptor();
#endif
}

/// One output stream of the command, read as it comes so that the command never waits for us.
class CapturedStream {
 public:
  CapturedStream(std::string& text, std::size_t limit) : text_(text), limit_(limit) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe(ends.data()) != 0) return;
    read_end_ = FileDescriptor(ends[0]);
    write_end_ = FileDescriptor(ends[1]);
    ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    ::fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }

  bool is_open() const { return read_end_.is_open(); }
  int read_number() const { return read_end_.number(); }
  int write_number() const { return write_end_.number(); }
  void close_write_end() { write_end_.close(); }

  /// Reads what is there, at most `rounds` buffers of it: a command that never stops writing must
  /// not keep us from its deadline.
  void read_available(int rounds) {
    std::array<char, 65536> buffer;
    while (rounds-- > 0 && is_open()) {
      const ssize_t count = ::read(read_end_.number(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return;
      if (count <= 0) {
        read_end_.close();
        return;
      }
      const std::size_t room = limit_ - std::min(limit_, text_.size());
      text_.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
    }
  }

 private:
  std::string& text_;
  std::size_t limit_;
  FileDescriptor read_end_;
  FileDescriptor write_end_;
};

/// Where the command's output goes: two captured streams or /dev/null.
struct Output {
  FileDescriptor nowhere;
  std::vector<CapturedStream> captured;

  explicit Output(Capture* capture) {
    if (capture == nullptr) {
      nowhere = FileDescriptor(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    } else {
      captured.emplace_back(capture->output, capture->limit_bytes);
      captured.emplace_back(capture->errors, capture->limit_bytes);
    }
  }

  bool is_open() const {
    return nowhere.is_open() ||
           std::all_of(captured.begin(), captured.end(), [](const auto& s) { return s.is_open(); });
  }
  Streams streams(int input) const {
    if (captured.empty()) return {input, nowhere.number(), nowhere.number()};
    return {input, captured[0].write_number(), captured[1].write_number()};
  }
};

bool has_ended(pid_t process) {
  siginfo_t state{};
  const auto id = static_cast<id_t>(process);
  const int result = ::waitid(P_PID, id, &state, WEXITED | WNOHANG | WNOWAIT);
  return result != 0 ? errno != EINTR : state.si_pid == process;
}

/// Waits for the end of the process without reaping it: until then its number, and so its group's,
/// belongs to nobody else. False when the deadline came first.
bool wait_for_end(pid_t process, const FileDescriptor& end, Output& output,
                  const Deadline& deadline) {
  while (!has_ended(process)) {
    int wait_ms = remaining_ms(deadline);
    if (wait_ms == 0) return false;
    if (!end.is_open()) wait_ms = wait_ms < 0 ? kSliceMs : std::min(wait_ms, kSliceMs);
    // poll passes over a descriptor of -1.
    std::vector<pollfd> watched = {{end.number(), POLLIN, 0}};
    for (const CapturedStream& stream : output.captured) {
      watched.push_back({stream.read_number(), POLLIN, 0});
    }
    ::poll(watched.data(), watched.size(), wait_ms);
    for (CapturedStream& stream : output.captured) stream.read_available(16);
  }
  return true;
}

/// Waits to the deadline, then ends the whole group. False when even SIGKILL does not end it.
bool bring_to_end(pid_t process, double timeout_s, Output& output, ProcessEnd& result) {
  const FileDescriptor end = announce_end(process);
  if (wait_for_end(process, end, output, after(timeout_s))) return true;
  result.timed_out = true;
  ::kill(-process, SIGTERM);
  if (wait_for_end(process, end, output, Clock::now() + kGrace)) return true;
  ::kill(-process, SIGKILL);
  return wait_for_end(process, end, output, Clock::now() + kKillLimit);
}

void reap(pid_t process, ProcessEnd& result) {
  int status = 0;
  pid_t reaped = -1;
  do {
    reaped = ::waitpid(process, &status, 0);
  } while (reaped < 0 && errno == EINTR);
  if (reaped != process) {
    result.failure = "the test's exit status is lost: " + std::generic_category().message(errno);
  } else if (result.timed_out) {
    return;
  } else if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
  } else {
    result.exit_code = WEXITSTATUS(status);
  }
}

}  // namespace

void Cancellation::cancel() noexcept {
  requested_ = true;
  const int error = errno;
  if (const pid_t group = group_; group > 0) ::kill(-group, SIGKILL);
  errno = error;
}

void Cancellation::watch(pid_t group) noexcept {
  group_ = group;
  if (requested_) ::kill(-group, SIGKILL);
}

ProcessEnd run_command(const Command& command, int input, double timeout_s, Capture* capture,
                       Cancellation& cancellation) {
  ProcessEnd result;
  Output output(capture);
  if (!output.is_open()) {
    result.failure = "cannot open the test's output: " + std::generic_category().message(errno);
    return result;
  }
  const Adoption adoption;
  const Spawned child = spawn(command, output.streams(input));
  if (child.process < 0) {
    result.failure = child.failure;
    return result;
  }
  cancellation.watch(child.process);
  for (CapturedStream& stream : output.captured) stream.close_write_end();

  const bool ended = bring_to_end(child.process, timeout_s, output, result);
  ::kill(-child.process, SIGKILL);
  cancellation.forget();
  if (ended) {
    reap(child.process, result);
  } else {
    result.failure = "the test cannot be killed: it is stuck in a system call";
  }
  adoption.end_strays();
  for (CapturedStream& stream : output.captured) stream.read_available(16);
  return result;
}

}  // namespace grabr
