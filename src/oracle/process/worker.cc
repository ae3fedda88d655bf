#include "oracle/process/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <exception>
#include <optional>
#include <system_error>
#include <utility>

#include "oracle/process/descendants.h"
#include "oracle/process/task_answer.h"
#include "oracle/process/work_folder.h"
#include "oracle/process/worker_link.h"

namespace grabr {
namespace {

constexpr int kSocket = 3;

/// Signals that end our parent are handled by it: it closes the connection when done. Here they get
/// an empty handler instead of being ignored, because tests would inherit SIG_IGN.
void reset_own_signals() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0) continue;
    const bool deaf = number == SIGINT || number == SIGTERM || number == SIGHUP ||
                      number == SIGQUIT || number == SIGUSR1 || number == SIGUSR2 ||
                      number == SIGALRM;
    if (action.sa_handler == SIG_IGN && number != SIGCHLD) continue;
    if (action.sa_handler == SIG_DFL && !deaf) continue;
    action = {};
    if (deaf) {
      action.sa_handler = [](int) {};
    } else {
      action.sa_handler = SIG_DFL;
    }
    ::sigaction(number, &action, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void close_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  const long limit = ::sysconf(_SC_OPEN_MAX);
  for (int number = first; number < limit && number < 65536; ++number) ::close(number);
}

/// Keeps only the socket and standard error: other files of our parent must not be kept open by us
/// after its end.
FileDescriptor take_descriptors(FileDescriptor socket) {
  const int high = ::fcntl(socket.number(), F_DUPFD_CLOEXEC, kSocket + 1);
  socket.close();
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  if (::fcntl(STDERR_FILENO, F_GETFD) < 0) ::dup2(nowhere, STDERR_FILENO);
  if (::dup3(high, kSocket, O_CLOEXEC) < 0) ::_exit(1);
  close_from(kSocket + 1);
  return FileDescriptor(kSocket);
}

/// The folder may be missing right now; the oracle recreates it before the next test.
void take_lock(FolderLock& lock, const TestSetup& setup) {
  try {
    if (!lock.is_held()) lock = FolderLock(setup.work_folder);
  } catch (const std::system_error&) {
  }
}

void work(const TestSetup& setup, FileDescriptor socket, pid_t parent) {
  TaskQueue tasks(std::move(socket), parent);
  FolderLock lock;
  take_lock(lock, setup);
  const EarlyEnd interruption{tasks.descriptors(), [&tasks] { return tasks.is_interrupted(); }};
  while (const std::optional<Task> task = tasks.next()) {
    take_lock(lock, setup);
    tasks.send(answer_task(setup, *task, interruption));
  }
  if (tasks.is_orphaned() && lock.is_last()) remove_work_folder(setup.work_folder);
}

}  // namespace

void run_worker(const TestSetup& setup, FileDescriptor socket, pid_t parent) noexcept {
  ::setsid();
  FileDescriptor line = take_descriptors(std::move(socket));
  reset_own_signals();
  adopt_orphans();
#ifdef __linux__
  ::prctl(PR_SET_NAME, "grabr-worker");
#endif
  try {
    work(setup, std::move(line), parent);
  } catch (const std::exception&) {
    ::_exit(1);
  }
  ::_exit(0);
}

}  // namespace grabr
