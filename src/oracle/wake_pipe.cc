#include "oracle/wake_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace grabr {

WakePipe::WakePipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe(ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  }
  read_end_ = FileDescriptor(ends[0]);
  write_end_ = FileDescriptor(ends[1]);
  for (const int end : ends) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
}

void WakePipe::wake() noexcept {
  const int error = errno;
  const char byte = 0;
  // Full: it has been woken often enough.
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
