#include "oracle/process/worker_process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "oracle/process/worker.h"
#include "text/system_call.h"

namespace grabr {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 20s;  // longer than a worker waits for a test that cannot be killed
constexpr auto kShortPatience = 200ms;

/// False while it is alive.
bool has_gone(pid_t process, int& status) {
  const pid_t reaped = retry_interrupted([&] { return ::waitpid(process, &status, WNOHANG); });
  return reaped == process || reaped < 0;
}

}  // namespace

WorkerProcess::WorkerProcess(const TestSetup& setup) {
  SocketPair sockets;
  const pid_t parent = ::getpid();
  // Signals are blocked until the worker has its own handlers: the parent's must not run in it.
  sigset_t all, before;
  sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  process_ = ::fork();
  if (process_ == 0) run_worker(setup, std::move(sockets.workers), parent);
  const int error = errno;
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (process_ < 0) {
    throw std::system_error(error, std::generic_category(), "cannot start a process");
  }
  socket_ = std::move(sockets.ours);
}

std::string WorkerProcess::reap() const {
  const auto deadline = std::chrono::steady_clock::now() +
                        (heard_goodbye_ ? std::chrono::milliseconds(kPatience) : kShortPatience);
  auto pause = 50us;
  int status = 0;
  while (!has_gone(process_, status)) {
    if (std::chrono::steady_clock::now() > deadline) ::kill(process_, SIGKILL);
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, 10000us);
  }
  if (WIFSIGNALED(status)) return "was killed by signal " + std::to_string(WTERMSIG(status));
  return "ended";
}

}  // namespace grabr
