// `grabr stop` and `grabr wait`: control a running reduction from another terminal. Tested by
// tests/cli/running_test.cc.
#include <signal.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

#include "cli/command/meant_runs.h"
#include "cli/command/run_words.h"
#include "cli/commands.h"
#include "cli/show/console.h"
#include "run/files/run_status.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/exit_status.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using run::Status;

constexpr const char* kRunningOrNewest = "the newest that runs in this folder";
constexpr auto kLookEvery = std::chrono::milliseconds(100);

/// The run's exit status; nothing if it ended before its search began, which leaves no status file
/// or that of an earlier run.
std::optional<int> exit_of(const fs::path& path) {
  std::optional<int> process;
  while (true) {
    if (!is_file(path)) return std::nullopt;
    const Status status = run::read_status(path);
    if (process.value_or(status.process) != status.process) return std::nullopt;
    process = status.process;
    if (status.exit) return *status.exit;
    if (!status.runs()) {
      // Another process may have collected the status already.
      const Status last = run::read_status(path);
      return last.exit.value_or(status_of(ExitStatus::kFailure));
    }
    std::this_thread::sleep_for(kLookEvery);
  }
}

int wait_for(const fs::path& path) {
  if (const auto exit = exit_of(path)) return *exit;
  throw Error(ErrorKind::kInvalid, "the reduction could not begin and left nothing");
}

int stop_run(const fs::path& path) {
  const Status status = run::read_status(path);
  if (!status.runs()) {
    say_line(words_on(status));
    return status_of(ExitStatus::kFailure);
  }
  if (::kill(status.process, SIGTERM) != 0) {
    throw Error(ErrorKind::kSystem, "process " + std::to_string(status.process) +
                                        " cannot be stopped: it is another user's, or gone");
  }
  const bool is_known = exit_of(path).has_value();
  std::cout << (is_known ? words_on(run::read_status(path))
                         : shown_name(status.input) +
                               ": ended while its test was checked, nothing is kept")
            << std::endl;
  return status_of(ExitStatus::kFinished);
}

}  // namespace

CommandAction declare_stop(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  declare_run_options(app, *options, kRunningOrNewest);
  return [options](const std::optional<Words>&) {
    return stop_run(meant_run(*options, FirstChoice::kRunning));
  };
}

CommandAction declare_wait(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  declare_run_options(app, *options, kRunningOrNewest);
  return [options](const std::optional<Words>&) {
    const fs::path path = meant_run(*options, FirstChoice::kRunning);
    const int status = wait_for(path);
    std::cout << words_on(run::read_status(path)) << std::endl;
    return status;
  };
}

}  // namespace grabr
