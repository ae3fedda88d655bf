// Uses vfork: the child borrows the parent's memory until it executes the program, so starting a
// test takes the same time from a parent of any size (fork copies its page tables). posix_spawn
// does the same but cannot request a signal on the parent's death. The price: everything the child
// needs must be prepared before, and the child may call only what POSIX allows in a signal handler.
// All signals are blocked meanwhile, because the parent's handlers must not run in the child.
#include "oracle/process/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/personality.h>
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <optional>
#include <system_error>

#include "text/escape.h"
#include "text/system_call.h"

namespace grabr {
namespace {

enum class Step { kNone, kStreams, kFolder, kLimits, kProgram };

/// Everything the child needs, and where it reports a failure.
struct Plan {
  const char* program;
  char* const* arguments;
  char* const* shell_arguments;  ///< null: do not try a shell
  char* const* environment;
  const char* folder;
  Streams streams;
  pid_t parent;
  rlim_t memory_bytes;
  bool randomize_addresses;
  std::optional<mode_t> umask;
  volatile Step failed_step = Step::kNone;
  volatile int error = 0;
};

[[noreturn]] void give_up(Plan& plan, Step step) {
  plan.error = errno;
  plan.failed_step = step;
  ::_exit(127);
}

/// exec resets handlers, but they must be gone before signals are unblocked. SIGPIPE is reset
/// because launchers tend to ignore it and shell pipelines rely on it; SIGXFSZ because grabr itself
/// ignores it.
void reset_signals() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0) continue;
    if (action.sa_handler == SIG_DFL) continue;
    const bool ours = number == SIGPIPE || number == SIGXFSZ;
    if (action.sa_handler == SIG_IGN && !ours) continue;
    action = {};
    action.sa_handler = SIG_DFL;
    ::sigaction(number, &action, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Our descriptors are close-on-exec; one that already has the right number must stay open.
bool place_stream(int from, int to) {
  if (from == to) return ::fcntl(to, F_SETFD, 0) == 0;
  return ::dup2(from, to) == to;
}

void die_with_parent(pid_t parent) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the request
#else
  static_cast<void>(parent);
#endif
}

/// A compiler that crashes thousands of times must not fill the disk with core files.
bool set_limits(const Plan& plan) {
  const rlimit none{0, 0};
  if (::setrlimit(RLIMIT_CORE, &none) != 0) return false;
  const rlimit memory{plan.memory_bytes, plan.memory_bytes};
  if (plan.memory_bytes > 0 && ::setrlimit(RLIMIT_AS, &memory) != 0) return false;
#ifdef __linux__
  constexpr unsigned long kAsk = 0xFFFFFFFF;
  if (!plan.randomize_addresses) {
    const int now = ::personality(kAsk);
    if (now < 0 || ::personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) {
      return false;
    }
  }
#endif
  return true;
}

[[noreturn]] void become_program(Plan& plan) {
  ::setsid();
  die_with_parent(plan.parent);
  if (!place_stream(plan.streams.input, STDIN_FILENO) ||
      !place_stream(plan.streams.output, STDOUT_FILENO) ||
      !place_stream(plan.streams.errors, STDERR_FILENO)) {
    give_up(plan, Step::kStreams);
  }
  if (::chdir(plan.folder) != 0) give_up(plan, Step::kFolder);
  if (!set_limits(plan)) give_up(plan, Step::kLimits);
  if (plan.umask) ::umask(*plan.umask);
  reset_signals();
  ::execve(plan.program, plan.arguments, plan.environment);
  if (errno == ENOEXEC && plan.shell_arguments != nullptr) {
    ::execve("/bin/sh", plan.shell_arguments, plan.environment);
  }
  give_up(plan, Step::kProgram);
}

/// Not inlined: the child must never return into a frame that the parent still uses.
[[gnu::noinline]] pid_t start(Plan& plan) {
  const pid_t process = ::vfork();
  if (process == 0) become_program(plan);
  return process;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& string : strings) result.push_back(const_cast<char*>(string.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> shell_arguments(const Command& command) {
  std::vector<std::string> result = command.arguments;
  result[0] = command.program.path.string();
  result.insert(result.begin(), "/bin/sh");
  return result;
}

std::string explain_failure(const Command& command, Step step, int error) {
  const std::string reason = ": " + std::generic_category().message(error);
  switch (step) {
    case Step::kFolder: return "cannot enter '" + shown_name(command.folder) + "'" + reason;
    case Step::kStreams: return "cannot redirect the test's input and output" + reason;
    case Step::kLimits: return "cannot limit the test" + reason;
    case Step::kProgram: return "cannot run '" + shown_name(command.program.path) + "'" + reason;
    case Step::kNone: break;
  }
  return "cannot start a process" + reason;
}

/// The umask before hide_like(); empty: it was not called.
std::optional<mode_t> given_umask;

}  // namespace

void hide_like(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  mode_t hidden = 0;
  if ((status.st_mode & S_IRGRP) == 0) hidden |= S_IRWXG;
  if ((status.st_mode & S_IROTH) == 0) hidden |= S_IRWXO;
  const mode_t before = ::umask(0777);
  ::umask(before | hidden);
  if (!given_umask) given_umask = before;
}

Spawned spawn(const Command& command, const Streams& streams) {
  const std::vector<char*> arguments = pointers(command.arguments);
  const std::vector<std::string> shell_strings = shell_arguments(command);
  const std::vector<char*> shell = pointers(shell_strings);
  const std::vector<char*> environment = pointers(command.environment);
  Plan plan{command.program.path.c_str(),
            arguments.data(),
            command.program.shell_text ? shell.data() : nullptr,
            environment.data(),
            command.folder.c_str(),
            streams,
            ::getpid(),
            command.memory_bytes,
            command.randomize_addresses,
            given_umask};

  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t process = start(plan);
  const int error = process < 0 ? errno : plan.error;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);

  if (process >= 0 && plan.failed_step == Step::kNone) return {process, {}};
  if (process >= 0) retry_interrupted([&] { return ::waitpid(process, nullptr, 0); });
  return {-1, explain_failure(command, plan.failed_step, error)};
}

}  // namespace grabr
