// A place for one test at a time: its worker, replaced when it dies, and the task it is busy with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/process/test_setup.h"
#include "oracle/process/worker_link.h"
#include "oracle/process/worker_process.h"

namespace grabr {

/// A test that could not be run, and why.
TestResult not_run(std::string reason);

class WorkerSlot {
 public:
  explicit WorkerSlot(const TestSetup& setup) : setup_(&setup) {}

  /// Where that fails the slot is left without a worker, and the next task tries again. Returns
  /// what went wrong.
  std::string start_worker();

  bool is_free() const { return !task_; }
  bool is_busy_with(Ticket ticket) const { return task_ && task_->ticket == ticket; }
  /// Readable when read() has something to say; -1 while the slot is free.
  int descriptor() const { return task_ ? worker_->descriptor() : -1; }

  /// Hands a task to the worker. Returns what went wrong; the stored candidate is gone then.
  std::string give(const Task& task);
  /// The slot is free at once; the worker ends the test on its own time.
  void cancel();
  /// The report on the slot's task, when it is there; that the worker has died is one, too. Reports
  /// on cancelled tasks are passed over.
  std::optional<WorkerReport> read();

  /// Closes the line to the worker; reap() waits for its end.
  void let_go();
  void reap();
  /// In a copy of the process: the worker is not ours.
  void forget();

 private:
  const TestSetup* setup_;
  std::optional<WorkerProcess> worker_;
  std::optional<Task> task_;  ///< under way
  /// To the worker: that one, and cancelled ones it may still be busy with.
  std::vector<Task> given_;

  std::string bury_worker();
};

}  // namespace grabr
