// Helpers of tests for processes.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace grabr {

/// Zombies do not count.
inline bool is_running(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("State:")) return line.find('Z') == std::string::npos;
  }
  return !std::filesystem::exists("/proc/self") && ::kill(process, 0) == 0;
}

/// Polls for some seconds until it is true.
inline bool becomes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// Process ids from a file.
inline std::vector<pid_t> numbers_in(const std::filesystem::path& file) {
  std::ifstream list(file);
  std::vector<pid_t> result;
  for (pid_t number; list >> number;) result.push_back(number);
  return result;
}

/// The child processes of a process.
inline std::vector<pid_t> workers_of(pid_t process) {
  const std::string number = std::to_string(process);
  std::ifstream list("/proc/" + number + "/task/" + number + "/children");
  std::vector<pid_t> result;
  for (pid_t child; list >> child;) result.push_back(child);
  return result;
}

/// Runs `body` in a process of its own, without root's rights; returns true if it returns true.
inline bool holds_for_ordinary_user(const std::function<bool()>& body) {
  const pid_t process = ::fork();
  if (process == 0) {
    ::setenv("TMPDIR", "/tmp", 1);
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
    ::_exit(body() ? 0 : 1);
  }
  int status = -1;
  ::waitpid(process, &status, 0);
  return status == 0;
}

}  // namespace grabr
