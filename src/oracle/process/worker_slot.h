// A slot for one test at a time: its worker, replaced if it dies, and its current task.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "oracle/process/test_setup.h"
#include "oracle/process/worker_link.h"
#include "text/system_call.h"

namespace grabr {

/// The parent's handle on a worker process.
class WorkerProcess {
 public:
  /// Forks. Throws std::system_error.
  explicit WorkerProcess(const TestSetup& setup);
  /// Lets the worker go; it kills the test it runs. Does not wait.
  ~WorkerProcess() = default;
  WorkerProcess(WorkerProcess&&) = default;
  WorkerProcess& operator=(WorkerProcess&&) = default;

  pid_t process() const { return process_; }
  int descriptor() const { return socket_.number(); }
  bool send(const Task& task) const { return send_task(socket_.number(), task); }
  void cancel(Ticket ticket) const { send_cancel(socket_.number(), ticket); }
  WorkerReportReader::State read(WorkerReport& report) {
    return reader_.read(socket_.number(), report);
  }

  /// Continues a worker that a test has stopped; has no effect on a running one.
  void go_on() const;

  /// Closes the connection; reap() then waits for the worker to exit, for some seconds, and kills
  /// it after that. If the goodbye could not be sent, reap() waits for a moment only.
  void let_go() {
    go_on();
    heard_goodbye_ = send_goodbye(socket_.number());
    socket_.close();
  }
  /// Returns how the worker died, in words.
  std::string reap() const;

 private:
  pid_t process_ = -1;
  FileDescriptor socket_;
  bool heard_goodbye_ = false;
  WorkerReportReader reader_;
};

/// The result of a test that could not be run, with the reason.
TestResult not_run(std::string reason);

class WorkerSlot {
 public:
  explicit WorkerSlot(const TestSetup& setup) : setup_(&setup) {}

  /// Starts a worker. If that fails, the slot has none and the next task tries again. Returns the
  /// problem.
  std::string start_worker();

  bool is_free() const { return !task_; }
  bool is_busy_with(Ticket ticket) const { return task_ && task_->ticket == ticket; }
  /// Readable when read() has something to report; -1 while the slot is free.
  int descriptor() const { return task_ ? worker_->descriptor() : -1; }

  /// Hands a task to the worker. Returns the problem, if any; the stored candidate is removed then.
  std::string give(const Task& task);
  /// Frees the slot at once; the worker ends its test later.
  void cancel();
  /// The report on the slot's task, if it has arrived; the worker's death also gives one. Skips
  /// reports on cancelled tasks.
  std::optional<WorkerReport> read();

  /// Lets a worker that was stopped continue with its task.
  void go_on() const {
    if (task_) worker_->go_on();
  }

  /// Closes the connection to the worker; reap() waits for its exit.
  void let_go();
  void reap();
  /// For a forked copy: the worker is not ours.
  void forget();

 private:
  const TestSetup* setup_;
  std::optional<WorkerProcess> worker_;
  std::optional<Task> task_;  ///< the running task
  /// Tasks the worker has: the current one, and cancelled ones it may still be busy with.
  std::vector<Task> given_;

  std::string reap_worker();
};

}  // namespace grabr
