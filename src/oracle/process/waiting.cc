#include "oracle/process/waiting.h"

#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <thread>

namespace grabr {

int milliseconds_until(const Deadline& deadline) {
  if (!deadline) return -1;
  constexpr int kHour = 3600 * 1000;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(
      *deadline - std::chrono::steady_clock::now()).count();
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

}  // namespace grabr
