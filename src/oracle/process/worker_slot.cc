#include "oracle/process/worker_slot.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "oracle/process/descendants.h"
#include "oracle/process/work_folder.h"
#include "oracle/process/worker.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

using namespace std::chrono_literals;

constexpr auto kPatience = 20s;  // longer than a worker waits for a test that cannot be killed
constexpr auto kPatienceWithoutGoodbye = 200ms;

/// Returns false while the process is alive.
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

void WorkerProcess::go_on() const { ::kill(process_, SIGCONT); }

std::string WorkerProcess::reap() const {
  const auto deadline =
      std::chrono::steady_clock::now() +
      (heard_goodbye_ ? std::chrono::milliseconds(kPatience) : kPatienceWithoutGoodbye);
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

TestResult not_run(std::string reason) {
  TestResult result;
  result.outcome = Outcome::kUnresolved;
  result.exit_code = -1;
  result.infrastructure = std::move(reason);
  return result;
}

std::string WorkerSlot::start_worker() {
  try {
    worker_.emplace(*setup_);
    return {};
  } catch (const std::system_error& error) {
    worker_.reset();
    return error.what();
  }
}

/// Cleans up after a worker that died unexpectedly: kills its processes and removes its files.
/// Returns how it died.
std::string WorkerSlot::reap_worker() {
  worker_->let_go();
  const std::string end = worker_->reap();
  worker_.reset();
  for (const Task& task : std::exchange(given_, {})) {
    const bool kept = !task.kept_folder.empty();
    const fs::path& root = setup_->work_folder;
    const fs::path folder = kept ? fs::path(task.kept_folder) : numbered_folder(root, task.number);
    end_processes_of(folder);
    if (!kept) remove_tree(folder);
    remove_tree(control_folder(root, task.number));
    ::unlink(task.stored.c_str());
  }
  return "the process that ran the test " + end;
}

std::string WorkerSlot::give(const Task& task) {
  std::string problem = "the processes that run the tests die at once";
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (!worker_) {
      std::string failure = start_worker();
      if (!failure.empty()) {
        problem = std::move(failure);
        break;
      }
    }
    if (worker_->send(task)) {
      task_ = task;
      given_.push_back(task);
      return {};
    }
    reap_worker();
  }
  ::unlink(task.stored.c_str());
  return problem;
}

void WorkerSlot::cancel() {
  if (!task_) return;
  worker_->cancel(task_->ticket);
  task_.reset();
}

std::optional<WorkerReport> WorkerSlot::read() {
  WorkerReport report;
  while (worker_ && task_) {
    switch (worker_->read(report)) {
      case WorkerReportReader::State::kNothing: return std::nullopt;
      case WorkerReportReader::State::kClosed:
        report = {};
        report.ticket = task_->ticket;
        report.result = not_run(reap_worker());
        break;
      case WorkerReportReader::State::kReport: break;
    }
    const Ticket done = report.ticket;
    std::erase_if(given_, [done](const Task& task) { return task.ticket <= done; });
    if (done != task_->ticket) continue;
    task_.reset();
    return report;
  }
  return std::nullopt;
}

void WorkerSlot::let_go() {
  if (worker_) worker_->let_go();
}

void WorkerSlot::reap() {
  if (worker_) worker_->reap();
  forget();
}

void WorkerSlot::forget() {
  worker_.reset();
  task_.reset();
  given_.clear();
}

}  // namespace grabr
