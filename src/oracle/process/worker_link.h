// The messages between a process oracle and its workers over a socket pair: tasks one way, reports
// the other.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "oracle/condition/conditions.h"
#include "oracle/oracle.h"
#include "text/system_call.h"

namespace grabr {

enum class Purpose : std::uint8_t {
  kJudge,     ///< returns only the result
  kExplain,   ///< also returns the test's output; the folder is kept
  kOriginal,  ///< one run of the command, as a reference for comparisons
};

struct Task {
  Ticket ticket = 0;
  std::uint64_t number = 0;  ///< number of the test, used in its folder's name
  Purpose purpose = Purpose::kJudge;
  double timeout_s = 0;
  std::string stored;         ///< the file with the candidate; removed afterwards
  std::string kept_folder;    ///< not empty: run there, and keep this folder
  std::string run_folder;     ///< not empty: the folder where the command runs instead
  bool shows_output = false;  ///< the report also contains the last run's output
};

struct WorkerReport {
  Ticket ticket = 0;
  TestResult result;
  Execution execution;  ///< not set for kJudge, unless its output is to be shown
  bool shows_output = false;
  std::string unmet;  ///< for kExplain: conditions that did not hold
  std::string
      no_number;  ///< why there is no number to minimise; empty if there is one, or none is wanted
};

/// A pair of connected sockets, closed on exec. Throws std::system_error.
struct SocketPair {
  FileDescriptor ours;
  FileDescriptor workers;
  SocketPair();
};

/// Returns false if the worker is dead.
bool send_task(int socket, const Task& task);
bool send_cancel(int socket, Ticket ticket);
/// If the connection is closed without it, the parent has died.
bool send_goodbye(int socket);

/// Reads reports, which arrive in pieces of limited size.
class WorkerReportReader {
 public:
  enum class State { kNothing, kReport, kClosed };
  /// Does not wait for more data.
  State read(int socket, WorkerReport& report);

 private:
  std::string partial_;
};

/// The worker's end of the connection.
class TaskQueue {
 public:
  /// `parent` is the process that sends the tasks; its death counts as a closed connection.
  TaskQueue(FileDescriptor socket, pid_t parent);

  /// Waits for the next task; nothing if the connection is closed.
  std::optional<Task> next();
  /// Has the task from next() been cancelled, or the connection closed? Does not wait.
  bool is_interrupted();
  /// Call after next() returned nothing: has the parent died, possibly after its goodbye? Waits
  /// until the system has closed all of the parent's files.
  bool is_orphaned() const;
  /// Descriptors that are readable when the answer of is_interrupted() may have changed.
  std::vector<int> descriptors() const { return {socket_.number(), parent_end_.number()}; }
  void send(const WorkerReport& report);

 private:
  FileDescriptor socket_;
  /// Readable when the parent has died; not open if the system does not support that.
  FileDescriptor parent_end_;
  pid_t parent_;
  std::deque<Task> waiting_;
  Ticket current_ = 0;
  bool cancelled_ = false;
  bool closed_ = false;
  bool goodbye_ = false;
  bool broken_ = false;  ///< the connection failed, but not because the parent died

  void read_messages();
  void wait_for_message() const;
};

}  // namespace grabr
