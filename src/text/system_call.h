// System calls: retries interrupted ones, but not forever; adds hints to errors if the user can do
// something; closes descriptors.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

namespace grabr {

/// If a call is interrupted more often than this, signals are not the reason: something returns
/// EINTR without cause.
inline constexpr int kMaxInterruptions = 200;

/// Repeats a call that was interrupted by a signal. Returns the last result; errno is that call's.
template <typename Call>
auto retry_interrupted(const Call& call) {
  auto result = call();
  for (int i = 0; result < 0 && errno == EINTR && i < kMaxInterruptions; ++i) result = call();
  return result;
}

/// Text to append to the message of a failed call: a newline and a hint, or nothing.
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

/// An open file descriptor, closed when it goes out of scope.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() { close(); }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// Returns false, with errno set, if the system reports a late write error. If a signal
  /// interrupts it, the file is closed nevertheless.
  bool close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0 || errno == EINTR;
  }

 private:
  int number_ = -1;
};

}  // namespace grabr
