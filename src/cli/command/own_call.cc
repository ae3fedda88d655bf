// Tested by tests/check_mcp.py.
#include "cli/command/own_call.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "cli/show/interruption.h"
#include "text/error.h"
#include "text/file.h"

extern char** environ;

namespace grabr {
namespace {

constexpr auto kLookAgain = std::chrono::milliseconds(5);
constexpr std::size_t kMaxOutputBytes = std::size_t{1} << 20;

}  // namespace

FileDescriptor file_in_memory() {
  FileDescriptor file(::memfd_create("grabr", MFD_CLOEXEC));
  if (!file.is_open()) throw Error(ErrorKind::kSystem, "no memory for the output of a command");
  return file;
}

std::string content_of(const FileDescriptor& file) {
  return read_if_there("/proc/self/fd/" + std::to_string(file.number()), kMaxOutputBytes);
}

pid_t start_own(const std::vector<std::string>& words, const std::filesystem::path& folder,
                const Streams& streams) {
  Command command;
  command.program.path = "/proc/self/exe";
  command.arguments = words;
  for (char** one = environ; *one != nullptr; ++one) command.environment.emplace_back(*one);
  command.folder = folder;
  const Spawned started = spawn(command, streams);
  if (!started.failure.empty()) throw Error(ErrorKind::kSystem, "grabr: " + started.failure);
  return started.process;
}

int exit_status_of(int status) {
  constexpr int kSignalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

int wait_for_end(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return exit_status_of(status);
}

/// The same, but a signal that ends this process also ends the other one.
int wait_or_end(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    try {
      Interruption::check();
    } catch (const Error&) {
      ::kill(process, SIGTERM);
      wait_for_end(process);
      throw;
    }
    std::this_thread::sleep_for(kLookAgain);
  }
  return exit_status_of(status);
}

Said run_own(const std::vector<std::string>& words, const std::filesystem::path& folder) {
  const FileDescriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const FileDescriptor output = file_in_memory();
  const FileDescriptor errors = file_in_memory();
  Said said;
  said.exit =
      wait_or_end(start_own(words, folder, {nothing.number(), output.number(), errors.number()}));
  said.output = content_of(output);
  said.errors = content_of(errors);
  return said;
}

}  // namespace grabr
