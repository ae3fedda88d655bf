// Faults of a test program. For shim.cc only.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace grabr::test {

inline void sleep_for_ever() {
  for (;;) ::pause();
}

/// Starts a child in a session of its own, like a server that goes into the background.
inline void leave_daemon() {
  if (::fork() != 0) return;
  ::setsid();
  if (::fork() != 0) std::_Exit(0);
  sleep_for_ever();
}

inline void write_megabytes(unsigned long megabytes) {
  static char part[1 << 20];
  std::memset(part, 'x', sizeof part);
  for (unsigned long i = 0; i < megabytes; ++i) {
    if (::write(i % 2 == 0 ? 1 : 2, part, sizeof part) < 0) return;
  }
}

/// Uses this much memory; ends like a program that did not expect an allocation to fail.
inline void use_megabytes(unsigned long megabytes) {
  for (unsigned long i = 0; i < megabytes; ++i) {
    void* part = std::malloc(1 << 20);
    if (part == nullptr) std::abort();
    std::memset(part, 1, 1 << 20);
  }
}

/// Nested folders whose path is longer than any system call accepts.
inline void make_deep_folders() {
  const std::string name(200, 'd');
  for (int i = 0; i < 60; ++i) {
    if (::mkdir(name.c_str(), 0777) != 0 || ::chdir(name.c_str()) != 0) return;
  }
}

inline void make_many_files(unsigned long count) {
  for (unsigned long i = 0; i < count; ++i) {
    const int file = ::open(("left" + std::to_string(i)).c_str(), O_CREAT | O_WRONLY, 0);
    if (file >= 0) ::close(file);
  }
}

inline void make_children(unsigned long count) {
  for (unsigned long i = 0; i < count; ++i) {
    if (::fork() == 0) sleep_for_ever();
  }
}

/// Whether `folder` is below $SHIM_PLAYGROUND, the only place where files may be destroyed.
inline bool in_playground(const std::filesystem::path& folder) {
  const char* playground = std::getenv("SHIM_PLAYGROUND");
  if (playground == nullptr || *playground != '/') return false;
  return folder.lexically_normal().string().starts_with(std::string(playground) + '/');
}

/// Does the fault `kind` to the surroundings of `candidate`. Returns if the test can continue.
/// Exits with 2 if the candidate is not where the checks expect it.
inline void misbehave(std::string_view kind, const std::string& candidate) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const std::string_view name = kind.substr(0, kind.find('='));
  const std::string value(kind.substr(std::min(name.size() + 1, kind.size())));
  const unsigned long number = std::strtoul(value.c_str(), nullptr, 10);
  const fs::path folder = fs::path(candidate).parent_path();
  if (!in_playground(folder) || !in_playground(folder.parent_path())) {
    std::fprintf(stderr, "shim: misbehaves below $SHIM_PLAYGROUND only, two folders deep\n");
    std::_Exit(2);
  }
  if (name == "hang") sleep_for_ever();
  if (name == "ignore-term") {
    ::signal(SIGTERM, SIG_IGN);
    sleep_for_ever();
  }
  if (name == "fork-hang") {
    ::fork();
    sleep_for_ever();
  }
  if (name == "daemon") leave_daemon();
  if (name == "children") make_children(number);
  if (name == "flood") write_megabytes(number);
  if (name == "allocate") use_megabytes(number);
  if (name == "remove-folder") fs::remove_all(folder, ignored);
  if (name == "remove-work") fs::remove_all(folder.parent_path(), ignored);
  if (name == "truncate" && ::truncate(candidate.c_str(), 0) != 0) return;
  if (name == "replace") {
    fs::remove(candidate, ignored);
    fs::create_directory(candidate, ignored);
  }
  if (name == "close") {
    for (int file = 0; file < 1024; ++file) ::close(file);
  }
  if (name == "kill") ::raise(SIGKILL);
  if (name == "kill-parent") ::kill(::getppid(), SIGKILL);
  if (name == "stop") ::raise(SIGSTOP);
  if (name == "exit") std::_Exit(static_cast<int>(number));
  if (name == "deep") make_deep_folders();
  if (name == "files") make_many_files(number);
  if (name == "locked" && ::mkdir("locked", 0777) == 0 && ::mkdir("locked/inside", 0) == 0 &&
      ::chmod("locked", 0) == 0) {
    return;
  }
  if (name == "link" && ::symlink(value.c_str(), "link") != 0) return;
}

}  // namespace grabr::test
