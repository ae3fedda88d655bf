#include "oracle/process/waiting.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>

#include "text/error.h"
#include "text/file.h"
#include "text/system_call.h"

#ifdef __linux__
#include <sys/syscall.h>
#endif

namespace grabr {

int milliseconds_until(const Deadline& deadline) {
  if (!deadline) return -1;
  constexpr int kHour = 3600 * 1000;
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now())
          .count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, kHour));
}

void pause_after_failure() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

FileDescriptor announce_end_of(pid_t process) {
#ifdef SYS_pidfd_open
  return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
#else
  static_cast<void>(process);
  return FileDescriptor();
#endif
}

bool is_staying(pid_t process) {
#ifdef __linux__
  constexpr unsigned long kExiting = 0x4;  // PF_EXITING: set before its files are closed
  const std::string stat = read_if_there("/proc/" + std::to_string(process) + "/stat");
  // "NUMBER (NAME) STATE PARENT GROUP SESSION TERMINAL TERMINAL'S-GROUP FLAGS …"; a name may hold
  // parentheses.
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return false;
  std::istringstream fields(stat.substr(name_end + 1));
  std::string state, skipped;
  unsigned long flags = kExiting;
  fields >> state >> skipped >> skipped >> skipped >> skipped >> skipped >> flags;
  return fields && (flags & kExiting) == 0;
#else
  static_cast<void>(process);
  return false;
#endif
}

WakePipe::WakePipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
    const int error = errno;
    throw Error(ErrorKind::kSystem,
                "cannot make a pipe to the tests: " + std::generic_category().message(error) +
                    std::string(system_hint(error)));
  }
  read_end_ = FileDescriptor(ends[0]);
  write_end_ = FileDescriptor(ends[1]);
}

void WakePipe::wake() noexcept {
  const int error = errno;
  const char byte = 0;
  // A full pipe is readable anyway.
  if (::write(write_end_.number(), &byte, 1) < 0) errno = error;
  errno = error;
}

void WakePipe::drain() noexcept {
  std::array<char, 256> bytes;
  while (::read(read_end_.number(), bytes.data(), bytes.size()) > 0) {
  }
}

void WakePipe::close() noexcept {
  read_end_.close();
  write_end_.close();
}

}  // namespace grabr
