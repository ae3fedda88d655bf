// The parent's handle on a worker process.
#pragma once

#include <sys/types.h>

#include <string>

#include "oracle/process/test_setup.h"
#include "oracle/process/worker_link.h"
#include "text/file_descriptor.h"

namespace grabr {

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

  /// Closes the connection; reap() then waits for the worker to exit, for some seconds, and kills
  /// it after that. If the goodbye could not be sent, reap() waits for a moment only.
  void let_go() {
    heard_goodbye_ = send_goodbye(socket_.number());
    socket_.close();
  }
  /// Returns how it died, in words.
  std::string reap() const;

 private:
  pid_t process_ = -1;
  FileDescriptor socket_;
  bool heard_goodbye_ = false;
  WorkerReportReader reader_;
};

}  // namespace grabr
