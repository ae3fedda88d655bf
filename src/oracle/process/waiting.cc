#include "oracle/process/waiting.h"

#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <sstream>
#include <string>
#include <thread>

#include "text/system_file.h"

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

}  // namespace grabr
