// System calls: interrupted ones are retried, but not forever; errors get a hint if something can
// be done about them; descriptors are closed.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

namespace grabr {

/// More interruptions than this are not due to signals: something returns EINTR for no reason.
inline constexpr int kMaxInterruptions = 200;

/// Repeats a call that was interrupted by a signal. Returns the last result; errno is that call's.
template <typename Call>
auto retry_interrupted(const Call& call) {
  auto result = call();
  for (int i = 0; result < 0 && errno == EINTR && i < kMaxInterruptions; ++i) result = call();
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
  /// False if the system reports a late write error, with errno set. After an interruption by a
  /// signal, the file is closed all the same.
  bool close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0 || errno == EINTR;
  }

 private:
  int number_ = -1;
};

}  // namespace grabr
