// Handles failing system calls: interrupted calls are retried, but not forever, and errors get a
// hint if something can be done about them.
#pragma once

#include <cerrno>
#include <string_view>

namespace grabr {

/// More interruptions than this are not due to signals: something returns EINTR for no reason.
inline constexpr int kMostInterruptions = 200;

/// Repeats a call that was interrupted by a signal. Returns the last result; errno is that call's.
template <typename Call>
auto retry_interrupted(const Call& call) {
  auto result = call();
  for (int i = 0; result < 0 && errno == EINTR && i < kMostInterruptions; ++i) result = call();
  return result;
}

/// To append to the message of a failed call: a newline and a hint, or nothing.
inline std::string_view system_hint(int error) {
  switch (error) {
    case EMFILE:
    case ENFILE:
      return "\nhint: allow more open files (`ulimit -n`), or run fewer tests at once (-j)";
    case EAGAIN:
    case ENOMEM: return "\nhint: end other programs, or run fewer tests at once (-j)";
    case ENOSPC:
    case EDQUOT: return "\nhint: the disk is full; make room or write to another one";
    case EIO: return "\nhint: the disk or its connection is broken; look into the system's log";
    default: return {};
  }
}

}  // namespace grabr
