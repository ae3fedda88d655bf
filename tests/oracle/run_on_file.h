// Really runs commands on a candidate, each in a fresh folder: an Execute for tests.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "oracle/condition/conditions.h"
#include "oracle/test/arguments.h"
#include "temporary_folder.h"

namespace grabr {

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Starts a command as the leader of its own process group, with its streams in files.
inline pid_t start_command(std::vector<std::string> words, const std::filesystem::path& folder,
                           const std::filesystem::path& input, const std::filesystem::path& output,
                           const std::filesystem::path& errors) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  setpgid(0, 0);
  dup2(open(input.c_str(), O_RDONLY), 0);
  dup2(open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), 1);
  dup2(open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), 2);
  if (chdir(folder.c_str()) == 0) execvp(arguments[0], arguments.data());
  _exit(127);
}

/// Returns the wait status. After `limit_s` seconds (0: no limit) it kills the group and sets
/// `timed_out`.
inline int wait_for(pid_t child, double limit_s, bool& timed_out) {
  const auto begin = std::chrono::steady_clock::now();
  int status = 0;
  timed_out = false;
  while (waitpid(child, &status, WNOHANG) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (limit_s > 0 && passed.count() > limit_s) {
      timed_out = true;
      kill(-child, SIGKILL);
    }
  }
  return status;
}

inline Execution run_on_file(const std::vector<std::string>& command, const std::string& candidate,
                             const std::string& name, double limit_s) {
  const TemporaryFolder outside;
  const TemporaryFolder folder;
  folder.write(name, candidate);
  const CandidatePlace place{folder.path().string(), name};
  const FilledArguments filled = fill_arguments(command, place, true);
  for (const std::string& other : filled.other_names) folder.write(other, candidate);
  const auto output = outside.path() / "output", errors = outside.path() / "errors";
  Execution run;
  const int status =
      wait_for(start_command(filled.arguments, folder.path(), place.path(), output, errors),
               limit_s, run.timed_out);
  if (!run.timed_out && WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  if (!run.timed_out && WIFSIGNALED(status)) run.signal = WTERMSIG(status);
  run.output = contents(output);
  run.errors = contents(errors);
  run.output_hash = hash128(run.output);
  run.errors_hash = hash128(run.errors);
  run.folder = folder.path().string();
  return run;
}

}  // namespace grabr
