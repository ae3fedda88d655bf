// A slot for one test at a time: its worker, replaced if it dies, and its current task.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/process/test_setup.h"
#include "oracle/process/worker_link.h"
#include "oracle/process/worker_process.h"

namespace grabr {

/// The result of a test that could not be run, with the reason.
TestResult not_run(std::string reason);

class WorkerSlot {
 public:
  explicit WorkerSlot(const TestSetup& setup) : setup_(&setup) {}

  /// If it fails, the slot has no worker and the next task tries again. Returns what went wrong.
  std::string start_worker();

  bool is_free() const { return !task_; }
  bool is_busy_with(Ticket ticket) const { return task_ && task_->ticket == ticket; }
  /// Readable when read() has something to say; -1 while the slot is free.
  int descriptor() const { return task_ ? worker_->descriptor() : -1; }

  /// Hands a task to the worker. Returns what went wrong; the stored candidate is removed then.
  std::string give(const Task& task);
  /// Frees the slot at once; the worker ends the test in its own time.
  void cancel();
  /// The report on the slot's task, if it is there; the worker's death also gives one. Reports on
  /// cancelled tasks are skipped.
  std::optional<WorkerReport> read();

  /// Closes the connection to the worker; reap() waits for its exit.
  void let_go();
  void reap();
  /// In a forked copy: the worker is not ours.
  void forget();

 private:
  const TestSetup* setup_;
  std::optional<WorkerProcess> worker_;
  std::optional<Task> task_;  ///< under way
  /// Tasks the worker has: the current one, and cancelled ones it may still be busy with.
  std::vector<Task> given_;

  std::string reap_worker();
};

}  // namespace grabr
