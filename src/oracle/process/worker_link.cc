#include "oracle/process/worker_link.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "oracle/process/waiting.h"
#include "text/system_call.h"

namespace grabr {
namespace {

constexpr char kTask = 'T';
constexpr char kCancel = 'X';
constexpr char kGoodbye = 'G';
constexpr char kMore = '+';  // more pieces of this report follow
constexpr char kLast = '.';
constexpr int kMaxTries = 100;              // of a call that fails for lack of memory, one per ms
constexpr std::size_t kPieceBytes = 32768;  // messages on a socket have a limited size

/// Serializes values as they lie in memory: both ends are the same program.
class Packer {
 public:
  template <typename Value>
  void operator()(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    bytes_ += text;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  template <typename Value>
  void operator()(Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
  }
  void operator()(std::string& text) {
    std::size_t size = 0;
    (*this)(size);
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }

 private:
  std::string_view bytes_;
};

template <typename Pack, typename Value>
void each_field(Pack& pack, Value& task) requires std::is_same_v<std::remove_const_t<Value>, Task> {
  pack(task.ticket);
  pack(task.number);
  pack(task.purpose);
  pack(task.timeout_s);
  pack(task.stored);
  pack(task.kept_folder);
  pack(task.run_folder);
  pack(task.shows_output);
}

template <typename Pack, typename Value>
void each_field(Pack& pack,
                Value& report) requires std::is_same_v<std::remove_const_t<Value>, WorkerReport> {
  pack(report.ticket);
  pack(report.result.outcome);
  pack(report.result.exit_code);
  pack(report.result.signal);
  pack(report.result.timed_out);
  pack(report.result.infrastructure);
  pack(report.result.other_failure);
  pack(report.result.rejected_by);
  pack(report.result.seconds);
  pack(report.result.runs);
  pack(report.result.number);
  pack(report.execution.exit_code);
  pack(report.execution.signal);
  pack(report.execution.timed_out);
  pack(report.execution.failure);
  pack(report.execution.seconds);
  pack(report.execution.folder);
  pack(report.execution.output);
  pack(report.execution.errors);
  pack(report.execution.output_hash);
  pack(report.execution.errors_hash);
  pack(report.unmet);
  pack(report.no_number);
  pack(report.shows_output);
}

/// Sends one message as a whole. Returns false if there is no receiver.
bool send_message(int socket, const std::string& message) {
  for (int tries = 0; tries < kMaxTries; ++tries) {
    const ssize_t sent = retry_interrupted(
        [&] { return ::send(socket, message.data(), message.size(), MSG_NOSIGNAL); });
    if (sent >= 0) return true;
    if (errno != ENOBUFS && errno != ENOMEM) return false;
    ::poll(nullptr, 0, 1);
  }
  return false;
}

enum class Received { kMessage, kNothing, kClosed, kBroken };

Received receive_message(int socket, std::string& message) {
  std::array<char, kPieceBytes + 1> buffer;
  const auto receive = [&] {
    return retry_interrupted(
        [&] { return ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT); });
  };
  ssize_t size = receive();
  // The other end closed without reading everything. This is reported once; messages it sent before
  // still follow.
  if (size < 0 && errno == ECONNRESET) size = receive();
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Received::kNothing;
  if (size < 0) return Received::kBroken;
  if (size == 0) return Received::kClosed;
  message.assign(buffer.data(), static_cast<std::size_t>(size));
  return Received::kMessage;
}

}  // namespace

SocketPair::SocketPair() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot start a process");
  }
  ours = FileDescriptor(ends[0]);
  workers = FileDescriptor(ends[1]);
}

bool send_task(int socket, const Task& task) {
  Packer packer;
  packer(kTask);
  each_field(packer, task);
  return send_message(socket, packer.take());
}

bool send_cancel(int socket, Ticket ticket) {
  Packer packer;
  packer(kCancel);
  packer(ticket);
  return send_message(socket, packer.take());
}

bool send_goodbye(int socket) { return send_message(socket, std::string(1, kGoodbye)); }

WorkerReportReader::State WorkerReportReader::read(int socket, WorkerReport& report) {
  std::string piece;
  while (true) {
    switch (receive_message(socket, piece)) {
      case Received::kNothing: return State::kNothing;
      case Received::kClosed:
      case Received::kBroken: return State::kClosed;
      case Received::kMessage: break;
    }
    partial_.append(piece, 1);
    if (piece[0] == kMore) continue;
    const std::string bytes = std::exchange(partial_, {});
    Unpacker unpacker(bytes);
    each_field(unpacker, report);
    return State::kReport;
  }
}

TaskQueue::TaskQueue(FileDescriptor socket, pid_t parent)
    : socket_(std::move(socket)), parent_end_(announce_end_of(parent)), parent_(parent) {}

std::optional<Task> TaskQueue::next() {
  current_ = 0;
  cancelled_ = false;
  while (true) {
    read_messages();
    if (closed_) break;
    if (!waiting_.empty()) {
      Task task = std::move(waiting_.front());
      waiting_.pop_front();
      current_ = task.ticket;
      return task;
    }
    wait_for_message();
  }
  for (const Task& task : waiting_) ::unlink(task.stored.c_str());
  return std::nullopt;
}

bool TaskQueue::is_interrupted() {
  read_messages();
  return cancelled_ || closed_;
}

bool TaskQueue::is_orphaned() const {
  // The connection may be closed while the dying process still has other files open.
  for (int i = 0; i < 5000 && ::getppid() == parent_; ++i) {
    if (goodbye_ || broken_ || is_staying(parent_)) return false;
    ::poll(nullptr, 0, 1);
  }
  // Even after a goodbye, the parent may have been killed while it was cleaning up.
  return true;
}

void TaskQueue::send(const WorkerReport& report) {
  Packer packer;
  each_field(packer, report);
  const std::string bytes = packer.take();
  for (std::size_t at = 0; at < bytes.size(); at += kPieceBytes) {
    const bool last = bytes.size() - at <= kPieceBytes;
    if (!send_message(socket_.number(), (last ? kLast : kMore) + bytes.substr(at, kPieceBytes))) {
      read_messages();  // the last one may be a goodbye
      closed_ = true;   // the oracle learns from our exit that this report is lost
      return;
    }
  }
}

void TaskQueue::wait_for_message() const {
  std::array<pollfd, 2> watched = {
      {{socket_.number(), POLLIN, 0}, {parent_end_.number(), POLLIN, 0}}};
  if (::poll(watched.data(), watched.size(), -1) < 0) pause_after_failure();
}

void TaskQueue::read_messages() {
  if (::getppid() != parent_) closed_ = true;
  std::string message;
  while (!closed_) {
    const Received received = receive_message(socket_.number(), message);
    if (received == Received::kNothing) return;
    if (received != Received::kMessage) {
      closed_ = true;
      broken_ = received == Received::kBroken;
      return;
    }
    Unpacker unpacker(message);
    char kind = 0;
    unpacker(kind);
    if (kind == kGoodbye) {
      goodbye_ = closed_ = true;
      return;
    }
    if (kind == kTask) {
      each_field(unpacker, waiting_.emplace_back());
      continue;
    }
    Ticket ticket = 0;
    unpacker(ticket);
    cancelled_ = cancelled_ || ticket == current_;
    std::erase_if(waiting_, [ticket](const Task& task) {
      return task.ticket == ticket && (::unlink(task.stored.c_str()), true);
    });
  }
}

}  // namespace grabr
