// Every process of a test asks here whether a copy of it waits (snapshot.c has the whole story).
// Copies are children of the worker, and so are the processes that go on from them. So the worker
// waits for them and kills them as it does with all others.
//
// A process is found again by its identity: program, arguments, environment, folder, limits and
// streams, byte by byte. The first process of a test, which the worker starts itself, need not even
// be loaded: the copy of an earlier first process goes on if program, arguments, environment and
// folder are the same. Tested by tests/check_snapshot.py.
#include "oracle/process/snapshots.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include "oracle/process/descendants.h"
#include "oracle/process/waiting.h"
#include "oracle/test/write_file.h"
#include "text/escape.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

// The kinds of messages, as in snapshot.c.
struct Kind {
  static constexpr char kAsk = 'A';
  static constexpr char kAskBefore = 'B';
  static constexpr char kRegister = 'R';
  static constexpr char kRefuse = 'F';
  static constexpr char kStale = 'X';
  static constexpr char kNone = 'N';
  static constexpr char kMake = 'M';
  static constexpr char kGo = 'G';
  static constexpr char kStarted = 'P';
  static constexpr char kEnded = 'E';
};

constexpr std::size_t kMaxMessageBytes = 160000;
constexpr std::size_t kMaxCopies = 6;   // of one worker; the one unused for longest goes
constexpr unsigned kMaxMadeInVain = 8;  // copies made, of which none was ever asked for
constexpr int kCopyAnswers_ms = 5000;   // for a copy to start a process
constexpr std::string_view kTestNumber = "GRABR_TEST_ID=";

template <typename Value>
std::string message_of(char kind, const Value& value) {
  std::string bytes(1, kind);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

bool send(int to, std::string_view bytes, const Streams* streams = nullptr) {
  union {
    cmsghdr header;
    std::array<char, CMSG_SPACE(3 * sizeof(int))> space;
  } control{};
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (streams != nullptr) {
    message.msg_control = control.space.data();
    message.msg_controllen = control.space.size();
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(3 * sizeof(int));
    const std::array<int, 3> numbers{streams->input, streams->output, streams->errors};
    std::memcpy(CMSG_DATA(header), numbers.data(), sizeof numbers);
  }
  return retry_interrupted([&] { return ::sendmsg(to, &message, MSG_NOSIGNAL); }) >= 0;
}

/// The process at the other end.
pid_t process_behind(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

/// The beginning of the identity of a process that runs this command.
std::string identity_of(const Command& command) {
  std::error_code error;
  std::string text = fs::canonical(command.program.path, error).string() + '\0';
  for (const std::vector<std::string>* words : {&command.arguments, &command.environment}) {
    for (const std::string& word : *words) {
      if (!word.starts_with(kTestNumber)) text += word + '\0';
    }
    text += '\0';
  }
  return text + fs::canonical(command.folder, error).string() + '\0';
}

}  // namespace

std::string snapshot_obstacle(const fs::path& folder) {
  if (kSnapshotLibrary.empty()) return "this grabr was built without the library for it";
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) == 0 && (disk.f_flag & ST_NOEXEC) != 0) {
    return "no program may be run from the disk of " + shown_name(folder);
  }
  int* place = nullptr;
  if (::prctl(PR_GET_TID_ADDRESS, &place) != 0 || ::access("/proc/self/io", R_OK) != 0) {
    return "this system does not tell enough about processes";
  }
  return {};
}

struct Snapshots::Message {
  char kind = 0;
  std::string text;
  std::array<FileDescriptor, 3> streams;

  /// Does not wait. False: there is none, or the connection is closed (`closed`).
  bool receive(int from) {
    static thread_local std::array<char, kMaxMessageBytes> buffer;
    union {
      cmsghdr header;
      std::array<char, CMSG_SPACE(3 * sizeof(int))> space;
    } control{};
    iovec part{buffer.data(), buffer.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space.data();
    message.msg_controllen = control.space.size();
    const ssize_t bytes = retry_interrupted(
        [&] { return ::recvmsg(from, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC); });
    closed = bytes == 0 || (bytes < 0 && errno != EAGAIN);
    if (bytes <= 0) return false;
    const cmsghdr* const header = CMSG_FIRSTHDR(&message);
    if (header != nullptr && header->cmsg_len == CMSG_LEN(3 * sizeof(int))) {
      std::array<int, 3> numbers{};
      std::memcpy(numbers.data(), CMSG_DATA(header), sizeof numbers);
      for (std::size_t i = 0; i < 3; ++i) streams[i] = FileDescriptor(numbers[i]);
    }
    kind = buffer[0];
    text.assign(buffer.data() + 1, static_cast<std::size_t>(bytes - 1));
    return true;
  }
  bool closed = false;
};

Snapshots::Snapshots(const fs::path& work_folder)
    : library_((work_folder / "snapshot.so").string()),
      socket_((work_folder / ("copies-" + std::to_string(::getpid()))).string()) {
  problem_ = snapshot_obstacle(work_folder);
  if (!problem_.empty()) return;
  // Workers write the same bytes, each to a file of its own first.
  const std::string own = library_ + std::to_string(::getpid());
  if (const int error = write_file(own, kSnapshotLibrary, 0755); error != 0) {
    problem_ = "cannot write " + own + ": " + std::generic_category().message(error);
  } else if (::rename(own.c_str(), library_.c_str()) != 0 || !listen(socket_)) {
    problem_ = "cannot make " + socket_ + ": " + std::generic_category().message(errno);
  }
}

Snapshots::~Snapshots() {
  ::unlink(socket_.c_str());
  while (!copies_.empty()) drop(copies_.back());
}

void Snapshots::drop(Copy& copy) {
  ::kill(copy.process, SIGKILL);
  ::waitpid(copy.process, nullptr, 0);
  spare_child(copy.process, false);
  std::erase_if(copies_, [&](const Copy& one) { return &one == &copy; });
}

bool Snapshots::listen(const fs::path& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (folder.string().size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return false;
  }
  std::memcpy(address.sun_path, folder.c_str(), folder.string().size());
  listener_ = FileDescriptor(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  events_ = FileDescriptor(::epoll_create1(EPOLL_CLOEXEC));
  if (!listener_.is_open() || !events_.is_open()) return false;
  const auto* const name = reinterpret_cast<const sockaddr*>(&address);
  if (::bind(listener_.number(), name, sizeof address) != 0) return false;
  if (::listen(listener_.number(), SOMAXCONN) != 0) return false;
  watch(listener_.number());
  return true;
}

void Snapshots::watch(int descriptor) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = descriptor;
  ::epoll_ctl(events_.number(), EPOLL_CTL_ADD, descriptor, &event);
}

void Snapshots::add_to(std::vector<std::string>& environment) const {
  const auto extend = [&](std::string_view name, const std::string& value, char separator) {
    const auto given = std::ranges::find_if(
        environment, [&](const std::string& one) { return one.starts_with(name); });
    if (given == environment.end()) environment.push_back(std::string(name) + value);
    else *given += separator + value;
  };
  extend("LD_PRELOAD=", library_, ':');
  // A program that is built with the sanitizer and not copied should still start.
  extend("ASAN_OPTIONS=", "verify_asan_link_order=0", ':');
  environment.push_back("GRABR_SNAPSHOT=" + socket_);
}

Spawned Snapshots::start(const Command& command, const Streams& streams) {
  const auto number = std::ranges::find_if(command.environment, [](const std::string& variable) {
    return variable.starts_with(kTestNumber);
  });
  test_number_ = number == command.environment.end() ? "" : number->substr(kTestNumber.size());
  const std::string identity = identity_of(command);
  for (Copy& copy : copies_) {
    if (!copy.is_first || !copy.identity.starts_with(identity)) continue;
    first_ = go_on(copy, streams);
    if (first_ > 0) return {first_, {}};
    break;
  }
  Spawned spawned = spawn(command, streams);
  first_ = spawned.process;
  return spawned;
}

pid_t Snapshots::go_on(Copy& copy, const Streams& streams) {
  Message answer;
  if (send(copy.connection.number(), Kind::kGo + test_number_, &streams)) {
    pollfd waits{copy.connection.number(), POLLIN, 0};
    retry_interrupted([&] { return ::poll(&waits, 1, kCopyAnswers_ms); });
    answer.receive(copy.connection.number());
  }
  pid_t process = -1;
  std::array<std::int64_t, 2> started{};  // the process, and the copy's processor time in ns
  if (answer.kind == Kind::kStarted && answer.text.size() == sizeof started) {
    std::memcpy(started.data(), answer.text.data(), sizeof started);
    process = static_cast<pid_t>(started[0]);
    cpu_s_ += 1e-9 * static_cast<double>(started[1] - copy.cpu_ns);
    copy.cpu_ns = started[1];
    copy.last_used = ++used_;
    made_in_vain_ = 0;
    return process;
  }
  const std::string program = copy.identity.c_str();
  if (answer.kind == Kind::kStale)
    programs_[program] = "copied, until this changed: " + answer.text;
  drop(copy);
  return -1;
}

void Snapshots::serve() {
  std::array<epoll_event, 16> events{};
  int count = 0;
  while ((count = ::epoll_wait(events_.number(), events.data(), events.size(), 0)) > 0) {
    for (int i = 0; i < count; ++i) {
      const int descriptor = events[static_cast<std::size_t>(i)].data.fd;
      if (descriptor == listener_.number()) {
        accept_peers();
        continue;
      }
      const auto peer = std::ranges::find_if(peers_, [&](const Peer& one) {
        return one.connection.number() == descriptor || one.end.number() == descriptor;
      });
      if (peer == peers_.end()) continue;
      if (peer->end.number() == descriptor) note_end(*peer);
      else read(*peer);
    }
    std::erase_if(peers_, [](const Peer& one) { return !one.connection.is_open(); });
  }
}

void Snapshots::accept_peers() {
  while (true) {
    Peer peer;
    peer.connection = FileDescriptor(
        ::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!peer.connection.is_open()) return;
    watch(peer.connection.number());
    peers_.push_back(std::move(peer));
  }
}

void Snapshots::read(Peer& peer) {
  Message message;
  while (peer.connection.is_open() && message.receive(peer.connection.number())) {
    switch (message.kind) {
      case Kind::kAsk:
      case Kind::kAskBefore: answer(peer, message); break;
      case Kind::kRegister: take_copy(peer, message); break;
      case Kind::kRefuse: note_refusal(message.text); break;
      default: peer.connection.close();
    }
  }
  if (!message.closed) return;
  // Killed: what it stands in for goes with it.
  if (peer.process > 0) ::kill(peer.process, SIGKILL);
  peer.connection.close();
}

void Snapshots::answer(Peer& peer, const Message& message) {
  const auto copy = std::ranges::find(copies_, message.text, &Copy::identity);
  if (copy != copies_.end() && message.streams[2].is_open()) {
    const Streams streams{message.streams[0].number(), message.streams[1].number(),
                          message.streams[2].number()};
    if (const pid_t process = go_on(*copy, streams); process > 0) {
      peer.process = process;
      peer.end = announce_end_of(process);
      watch(peer.end.number());
      send(peer.connection.number(), message_of(Kind::kStarted, process));
      return;
    }
  }
  const bool makes = message.kind == Kind::kAsk && wants_copy();
  send(peer.connection.number(), std::string(1, makes ? Kind::kMake : Kind::kNone));
}

bool Snapshots::wants_copy() const { return made_in_vain_ < kMaxMadeInVain; }

void Snapshots::take_copy(Peer& peer, const Message& message) {
  pid_t first = -1;
  const pid_t process = process_behind(peer.connection.number());
  if (process <= 0 || message.text.size() < sizeof first || !wants_copy()) {
    peer.connection.close();
    return;
  }
  const std::size_t size = message.text.size() - sizeof first;
  std::memcpy(&first, message.text.data() + size, sizeof first);
  if (copies_.size() == kMaxCopies) {
    drop(*std::ranges::min_element(copies_, {}, &Copy::last_used));
  }
  ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, peer.connection.number(), nullptr);
  Copy copy;
  copy.connection = std::move(peer.connection);
  copy.process = process;
  copy.identity = message.text.substr(0, size);
  copy.is_first = first == first_;
  copy.last_used = used_;
  ++made_in_vain_;
  programs_[copy.identity.c_str()] = "copied";
  spare_child(copy.process, true);
  if (!send(copy.connection.number(), std::string(1, Kind::kRegister))) return;
  copies_.push_back(std::move(copy));
}

void Snapshots::note_refusal(std::string_view text) {
  const std::size_t end = text.find('\0');
  if (end == std::string_view::npos) return;
  programs_.try_emplace(std::string(text.substr(0, end)), text.substr(end + 1));
}

void Snapshots::note_end(Peer& peer) {
  int status = 0;
  if (::waitpid(peer.process, &status, WNOHANG) != peer.process) return;
  send(peer.connection.number(), message_of(Kind::kEnded, status));
  peer.connection.close();
}

void Snapshots::end_test() {
  serve();
  peers_.clear();
  first_ = -1;
}

}  // namespace grabr
