#include "oracle/process/process_copy.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "oracle/process/waiting.h"
#include "text/system_call.h"

namespace grabr {
namespace {

/// How long to wait for a candidate: the copy may have been stopped.
constexpr std::chrono::seconds kStorePatience{1};

/// Blocks all signals while it exists: the original's handlers must not run in the copy.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

void let_in(int signal, void (*action)(int)) {
  struct sigaction wanted {};
  wanted.sa_handler = action;
  ::sigaction(signal, &wanted, nullptr);
}

bool hung_up(int channel) {
  pollfd watched{channel, POLLIN, 0};
  return ::poll(&watched, 1, 0) > 0 && (watched.revents & (POLLHUP | POLLERR)) != 0;
}

/// From now on, closing the other end kills this process.
void die_with(const FileDescriptor& channel) {
  const int flags = ::fcntl(channel.number(), F_GETFL);
  const bool told = flags >= 0 && ::fcntl(channel.number(), F_SETOWN, ::getpid()) == 0 &&
                    ::fcntl(channel.number(), F_SETFL, flags | O_ASYNC) == 0;
  if (!told || hung_up(channel.number())) end_copy();
}

/// Turns SIGIO off: a message must not kill a process that waits for it.
void wait_peacefully(const FileDescriptor& channel) {
  const int flags = ::fcntl(channel.number(), F_GETFL);
  if (flags < 0 || ::fcntl(channel.number(), F_SETFL, flags & ~O_ASYNC) != 0) end_copy();
}

std::optional<std::array<FileDescriptor, 2>> make_channel() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return {};
  return std::array<FileDescriptor, 2>{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

enum class OrderKind : char { kStore, kSupposePass, kSupposeFail };

/// A message from the original; a supposition comes with the channel of the copy to be made.
struct Order {
  OrderKind kind = OrderKind::kStore;
  iovec data{&kind, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr header{};

  Order() {
    header.msg_iov = &data;
    header.msg_iovlen = 1;
  }
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;

  void make_room_for_channel() {
    header.msg_control = control.data();
    header.msg_controllen = control.size();
  }
  void attach(int channel) {
    make_room_for_channel();
    cmsghdr* first = CMSG_FIRSTHDR(&header);
    first->cmsg_level = SOL_SOCKET;
    first->cmsg_type = SCM_RIGHTS;
    first->cmsg_len = CMSG_LEN(sizeof channel);
    std::memcpy(CMSG_DATA(first), &channel, sizeof channel);
  }
  FileDescriptor attached() {
    const cmsghdr* first = CMSG_FIRSTHDR(&header);
    int channel = -1;
    if (first != nullptr && first->cmsg_type == SCM_RIGHTS) {
      std::memcpy(&channel, CMSG_DATA(first), sizeof channel);
    }
    return FileDescriptor(channel);
  }
  bool send_to(const FileDescriptor& copy) {
    return ::sendmsg(copy.number(), &header, MSG_NOSIGNAL) == 1;
  }
};

/// Returns false if nothing is readable by the deadline, true if interrupted: the caller's read
/// will find out.
bool wait_readable(const FileDescriptor& channel, std::chrono::steady_clock::time_point deadline) {
  pollfd watched{channel.number(), POLLIN, 0};
  const int ready = ::poll(&watched, 1, milliseconds_until(deadline));
  const bool interrupted = ready < 0 && errno == EINTR;
  if (interrupted) pause_after_failure();
  return ready > 0 || interrupted;
}

template <typename Message>
bool send_message(const FileDescriptor& channel, const Message& message) {
  const ssize_t sent = retry_interrupted(
      [&] { return ::send(channel.number(), &message, sizeof message, MSG_NOSIGNAL); });
  return sent == static_cast<ssize_t>(sizeof message);
}

/// Does not wait. Returns false if there is no message (errno EAGAIN), and at the end of the
/// channel.
template <typename Message>
bool receive_message(const FileDescriptor& channel, Message& message) {
  const ssize_t count = retry_interrupted(
      [&] { return ::recv(channel.number(), &message, sizeof message, MSG_DONTWAIT); });
  if (count == 0) errno = ECONNRESET;
  return count == static_cast<ssize_t>(sizeof message);
}

/// Waits for the next order; ends the process if the other end is closed.
OrderKind next_order(const FileDescriptor& channel, FileDescriptor& new_channel) {
  Order order;
  order.make_room_for_channel();
  const ssize_t count = retry_interrupted(
      [&] { return ::recvmsg(channel.number(), &order.header, MSG_CMSG_CLOEXEC); });
  if (count <= 0) end_copy();
  new_channel = order.attached();
  return order.kind;
}

}  // namespace

std::optional<CopyStart> copy_this_process() {
  auto ends = make_channel();
  if (!ends) return std::nullopt;
  const SignalsBlocked blocked;
  const pid_t process = ::fork();
  if (process < 0) return std::nullopt;
  if (process > 0) {
    ::setpgid(process, process);  // in both processes, whichever runs first
    return CopyStart{std::move((*ends)[0]), process};
  }
  ::setpgid(0, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGIO}) let_in(signal, SIG_DFL);
  let_in(SIGCHLD, SIG_IGN);  // its own copies are reaped by the system
  (*ends)[0].close();
  die_with((*ends)[1]);
  return CopyStart{std::move((*ends)[1]), 0};
}

std::optional<FileDescriptor> copy_the_copy(const FileDescriptor& channel, bool suppose_fails) {
  auto ends = make_channel();
  if (!ends) return std::nullopt;
  Order order;
  order.kind = suppose_fails ? OrderKind::kSupposeFail : OrderKind::kSupposePass;
  order.attach((*ends)[1].number());
  if (!order.send_to(channel)) return std::nullopt;
  return std::move((*ends)[0]);
}

std::optional<std::uint64_t> have_stored(const FileDescriptor& channel) {
  Order order;
  if (!order.send_to(channel)) return std::nullopt;
  const auto deadline = std::chrono::steady_clock::now() + kStorePatience;
  // The report of a question that nobody has waited for may come first; it is longer.
  std::array<std::uint64_t, sizeof(PredictedQuestion) / sizeof(std::uint64_t)> message{};
  ssize_t count = -1;
  do {
    if (!wait_readable(channel, deadline)) return std::nullopt;
    count = retry_interrupted(
        [&] { return ::recv(channel.number(), message.data(), sizeof message, MSG_DONTWAIT); });
  } while (count == static_cast<ssize_t>(sizeof message) ||
           (count < 0 && errno == EAGAIN && milliseconds_until(deadline) > 0));
  if (count != static_cast<ssize_t>(sizeof message[0])) return std::nullopt;
  return message[0];
}

std::optional<PredictedQuestion> receive(const FileDescriptor& channel, bool& ended) {
  PredictedQuestion question;
  const bool told = receive_message(channel, question);
  ended = !told && errno != EAGAIN;
  if (!told) return std::nullopt;
  return question;
}

bool reap_group(pid_t group) {
  while (::waitpid(-group, nullptr, WNOHANG) > 0) {
  }
  return ::kill(-group, 0) == 0;
}

void end_group(pid_t group) {
  ::kill(-group, SIGKILL);
  while (retry_interrupted([&] { return ::waitpid(-group, nullptr, 0); }) > 0) {
  }
}

bool await_supposition(FileDescriptor& channel, const PredictedQuestion& question,
                       const std::function<std::uint64_t()>& store) {
  wait_peacefully(channel);
  if (!send_message(channel, question)) end_copy();
  while (true) {
    FileDescriptor new_channel;
    const OrderKind order = next_order(channel, new_channel);
    if (order == OrderKind::kStore) {
      if (!send_message(channel, store())) end_copy();
      continue;
    }
    // A copy that cannot be set up exits at once.
    if (!new_channel.is_open() || ::fork() != 0) continue;
    channel = std::move(new_channel);
    die_with(channel);
    return order == OrderKind::kSupposeFail;
  }
}

void end_copy() { ::_exit(0); }

}  // namespace grabr
