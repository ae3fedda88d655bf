#include "oracle/process/descendants.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <charconv>
#include <chrono>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kLimit = 5s;          // limit against processes that fork faster than we kill
constexpr int kMaxFailedWaits = 50;  // failed waits for a child

#ifdef __linux__
unsigned adoptions = 0;  // live ones; the first one saves the previous setting
bool was_adopting = false;
#endif

bool have_children() {
  siginfo_t child{};
  return ::waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0;
}

std::vector<pid_t> children() {
  std::vector<pid_t> result;
  const std::string self = std::to_string(::getpid());
  std::istringstream list(read_if_there("/proc/self/task/" + self + "/children"));
  for (pid_t child; list >> child;) result.push_back(child);
  return result;
}

bool is_below(std::string_view path, const std::string& folder) {
  return path == folder ||
         (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

bool belongs_to(const fs::path& process, const std::string& folder) {
  constexpr std::string_view kName = "GRABR_FILE=";
  std::istringstream environment(read_if_there(process / "environ"));
  for (std::string entry; std::getline(environment, entry, '\0');) {
    if (entry.starts_with(kName)) return is_below(entry.substr(kName.size()), folder);
  }
  return false;
}

/// Other users' processes are unreadable without root; skip them.
std::vector<pid_t> processes_of(const std::string& folder) {
  std::vector<pid_t> result;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    pid_t process = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), process);
    if (parsed.ec != std::errc() || parsed.ptr != name.data() + name.size()) continue;
    if (process != ::getpid() && belongs_to(at->path(), folder)) result.push_back(process);
  }
  return result;
}

}  // namespace

void adopt_orphans() {
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

AdoptionOfOrphans::AdoptionOfOrphans() {
#ifdef __linux__
  if (adoptions++ > 0) return;
  int adopting = 0;
  ::prctl(PR_GET_CHILD_SUBREAPER, &adopting);
  was_adopting = adopting != 0;
  adopt_orphans();
#endif
}

AdoptionOfOrphans::~AdoptionOfOrphans() {
#ifdef __linux__
  if (!active_ || --adoptions > 0) return;
  if (!was_adopting) ::prctl(PR_SET_CHILD_SUBREAPER, 0);
#endif
}

void end_children() {
  const auto deadline = std::chrono::steady_clock::now() + kLimit;
  auto pause = 50us;
  int errors = 0;
  // Killing a child may hand us its children: repeat until there is none.
  while (have_children() && errors < kMaxFailedWaits &&
         std::chrono::steady_clock::now() < deadline) {
    bool reaped = false;
    for (const pid_t child : children()) {
      ::kill(child, SIGKILL);
      const pid_t ended = ::waitpid(child, nullptr, WNOHANG);
      reaped = ended == child || reaped;
      errors += ended < 0 ? 1 : 0;
    }
    if (reaped) continue;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, 10000us);
  }
}

void end_processes_of(const fs::path& folder) {
  const auto deadline = std::chrono::steady_clock::now() + kLimit;
  std::vector<pid_t> killed;
  while (std::chrono::steady_clock::now() < deadline) {
    const std::vector<pid_t> found = processes_of(folder.string());
    for (const pid_t process : found) {
      if (::kill(process, SIGKILL) == 0) killed.push_back(process);
    }
    // Zombies have no environment; those that are our children wait for us to reap them.
    std::erase_if(killed, [](pid_t process) { return ::waitpid(process, nullptr, WNOHANG) != 0; });
    if (found.empty() && killed.empty()) return;
    std::this_thread::sleep_for(1ms);
  }
}

}  // namespace grabr
