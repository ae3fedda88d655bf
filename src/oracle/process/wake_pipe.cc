#include "oracle/process/wake_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

#include "text/error.h"
#include "text/system_call.h"

namespace grabr {

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
