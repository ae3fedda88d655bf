#include "oracle/descendants.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

namespace grabr {
namespace {

namespace fs = std::filesystem;

bool have_children() {
  siginfo_t child{};
  return ::waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// Each thread has children of its own; the kernel gives orphans to any one of the threads.
std::vector<pid_t> children() {
  std::vector<pid_t> result;
  if (!have_children()) return result;
  std::error_code error;
  for (fs::directory_iterator task("/proc/self/task", error), end; !error && task != end;
       task.increment(error)) {
    std::ifstream list(task->path() / "children");
    for (pid_t child; list >> child;) result.push_back(child);
  }
  return result;
}

}  // namespace

Adoption::Adoption() : before_(children()) {
#ifdef __linux__
  int adopting = 0;
  ::prctl(PR_GET_CHILD_SUBREAPER, &adopting);
  was_adopting_ = adopting != 0;
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  // Some launchers ignore SIGCHLD; then the system forgets exit statuses before we can ask.
  struct sigaction action {};
  ::sigaction(SIGCHLD, nullptr, &action);
  ignored_children_ = action.sa_handler == SIG_IGN;
  if (ignored_children_) ::signal(SIGCHLD, SIG_DFL);
}

Adoption::~Adoption() {
  if (ignored_children_) ::signal(SIGCHLD, SIG_IGN);
#ifdef __linux__
  if (!was_adopting_) ::prctl(PR_SET_CHILD_SUBREAPER, 0);
#endif
}

void Adoption::end_strays() const {
  using namespace std::chrono_literals;
  const auto deadline = std::chrono::steady_clock::now() + 1s;
  auto pause = 50us;
  while (std::chrono::steady_clock::now() < deadline) {
    bool found = false;
    bool alive = false;
    for (const pid_t child : children()) {
      if (std::find(before_.begin(), before_.end(), child) != before_.end()) continue;
      found = true;
      ::kill(child, SIGKILL);
      alive = ::waitpid(child, nullptr, WNOHANG) == 0 || alive;
    }
    // A dead stray may have left us its own children: look again until there is none.
    if (!found) return;
    if (!alive) continue;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, 10000us);
  }
}

}  // namespace grabr
