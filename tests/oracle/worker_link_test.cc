// The connection between the oracle and a worker when either of them disappears.
#include "oracle/process/worker_link.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "oracle/process/waiting.h"
#include "oracle/processes.h"

namespace grabr {
namespace {

/// Whether `holds` is true at the worker's end of the connection, in a process of its own; `ours`
/// uses the other end here.
bool holds_in_worker(const std::function<bool(TaskQueue&)>& holds,
                     const std::function<void(FileDescriptor& ours)>& act) {
  SocketPair sockets;
  const pid_t parent = ::getpid();
  const pid_t worker = ::fork();
  if (worker == 0) {
    sockets.ours.close();
    TaskQueue queue(std::move(sockets.workers), parent);
    ::_exit(holds(queue) ? 0 : 1);
  }
  sockets.workers.close();
  act(sockets.ours);
  int status = -1;
  CHECK(::waitpid(worker, &status, 0) == worker);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#ifdef __linux__
TEST_CASE("a process stays until it begins to end") {
  CHECK(is_staying(::getpid()));
  const pid_t process = ::fork();
  if (process == 0) {
    ::pause();
    ::_exit(0);
  }
  CHECK(is_staying(process));
  ::kill(process, SIGKILL);
  CHECK(becomes_true([&] { return !is_staying(process); }));  // dead and waited for, or a zombie
  CHECK(::waitpid(process, nullptr, 0) == process);
  CHECK_FALSE(is_staying(process));
}

TEST_CASE("a line that is closed without a goodbye, by somebody who stays: nobody is an orphan") {
  CHECK(holds_in_worker([](TaskQueue& queue) { return !queue.next() && !queue.is_orphaned(); },
                        [](FileDescriptor& ours) { ours.close(); }));
}
#endif

TEST_CASE("a goodbye is heard by somebody who was about to report") {
  CHECK(holds_in_worker(
      [](TaskQueue& queue) {
        pollfd line{queue.descriptors()[0], 0, 0};
        if (::poll(&line, 1, -1) != 1 || (line.revents & POLLHUP) == 0) return false;
        queue.send({});
        return !queue.is_orphaned();
      },
      [](FileDescriptor& ours) {
        send_goodbye(ours.number());
        ours.close();
      }));
}

TEST_CASE("whose parent is gone is an orphan") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    SocketPair sockets;
    const pid_t own = ::getpid();
    if (::fork() == 0) {
      sockets.ours.close();
      TaskQueue queue(std::move(sockets.workers), own);
      const char orphan = !queue.next() && queue.is_orphaned() ? 'y' : 'n';
      ::_exit(::write(ends[1], &orphan, 1) == 1 ? 0 : 1);
    }
    ::kill(own, SIGKILL);
  }
  ::close(ends[1]);
  CHECK(::waitpid(parent, nullptr, 0) == parent);
  char orphan = 0;
  CHECK(::read(ends[0], &orphan, 1) == 1);
  CHECK(orphan == 'y');
  ::close(ends[0]);
}

}  // namespace
}  // namespace grabr
