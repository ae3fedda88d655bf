// What system calls may answer on a bad day: a call that is interrupted is made again, but not for
// ever, and an error has a hint where there is something to do about it.
#pragma once

#include <cerrno>
#include <string_view>

namespace grabr {

/// More signals than this within one call do not come: something answers EINTR for no reason.
inline constexpr int kMostInterruptions = 200;

/// Makes a call again when a signal has interrupted it. What it has answered last, errno included.
template <typename Call>
auto retry_interrupted(const Call& call) {
  auto result = call();
  for (int i = 0; result < 0 && errno == EINTR && i < kMostInterruptions; ++i) result = call();
  return result;
}

/// For the end of a message about a failed call: a line break and the hint; nothing: there is none.
inline std::string_view system_hint(int error) {
  switch (error) {
    case EMFILE:
    case ENFILE: return "\nhint: allow more open files (`ulimit -n`), or run fewer tests at once (-j)";
    case EAGAIN:
    case ENOMEM: return "\nhint: end other programs, or run fewer tests at once (-j)";
    case ENOSPC:
    case EDQUOT: return "\nhint: the disk is full; make room or write to another one";
    case EIO: return "\nhint: the disk or its connection is broken; look into the system's log";
    default: return {};
  }
}

}  // namespace grabr
