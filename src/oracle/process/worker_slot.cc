#include "oracle/process/worker_slot.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "oracle/process/descendants.h"
#include "oracle/process/work_folder.h"

namespace grabr {

namespace fs = std::filesystem;

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

/// Cleans up after a worker that died unexpectedly: kills and removes what it left. Returns how it
/// died.
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
