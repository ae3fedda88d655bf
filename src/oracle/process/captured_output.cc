#include "oracle/process/captured_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include "text/file.h"
#include "text/system_call.h"

namespace grabr {
namespace {

constexpr int kPipeBytes = 1 << 20;
constexpr int kLastRounds = 64;  // more than a pipe holds

}  // namespace

CapturedStream::CapturedStream(std::string& text, std::size_t limit, int copy)
    : text_(text), limit_(limit), copy_(copy) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  read_end_ = FileDescriptor(ends[0]);
  write_end_ = FileDescriptor(ends[1]);
  // Only our end is non-blocking: the command's end must block.
  if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
    const int error = errno;
    read_end_.close();
    errno = error;
  }
#ifdef F_SETPIPE_SZ
  ::fcntl(ends[0], F_SETPIPE_SZ, kPipeBytes);
#endif
}

void CapturedStream::read_available(int rounds) {
  std::array<char, 65536> buffer;
  while (rounds-- > 0 && is_open()) {
    const ssize_t count =
        retry_interrupted([&] { return ::read(read_end_.number(), buffer.data(), buffer.size()); });
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) error_ = errno;
    if (count <= 0) {
      read_end_.close();
      return;
    }
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    text_ += bytes.substr(0, limit_ - std::min(limit_, text_.size()));
    hasher_.add(bytes);
    // The copy is best effort: a full disk must not change what the command sees.
    if (copy_ >= 0) write_all(copy_, bytes);
  }
}

Output::Output(Capture* capture) : capture_(capture) {
  if (capture == nullptr) {
    nowhere_ = FileDescriptor(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    return;
  }
  captured_.reserve(2);
  captured_.emplace_back(capture->output, capture->limit_bytes, capture->output_copy);
  captured_.emplace_back(capture->errors, capture->limit_bytes, capture->errors_copy);
}

bool Output::is_open() const {
  if (capture_ == nullptr) return nowhere_.is_open();
  return captured_[0].is_open() && captured_[1].is_open();
}

Streams Output::streams(int input) const {
  if (capture_ == nullptr) return {input, nowhere_.number(), nowhere_.number()};
  return {input, captured_[0].write_number(), captured_[1].write_number()};
}

void Output::close_write_ends() {
  for (CapturedStream& stream : captured_) stream.close_write_end();
}

void Output::finish() {
  if (capture_ == nullptr) return;
  for (CapturedStream& stream : captured_) stream.read_available(kLastRounds);
  for (const CapturedStream& stream : captured_) error_ = std::max(error_, stream.error());
  capture_->output_hash = captured_[0].hash();
  capture_->errors_hash = captured_[1].hash();
}

}  // namespace grabr
