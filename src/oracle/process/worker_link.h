// What a process oracle and its workers say to each other: tasks one way, reports the other, as
// messages over a socket pair.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "oracle/condition/conditions.h"
#include "oracle/oracle.h"
#include "text/file_descriptor.h"

namespace grabr {

enum class Purpose : std::uint8_t {
  kJudge,     ///< the answer, no more
  kExplain,   ///< and what the test wrote; the folder is kept
  kOriginal,  ///< one run of the command, to compare others with
};

struct Task {
  Ticket ticket = 0;
  std::uint64_t number = 0;   ///< of the test: names its folder
  Purpose purpose = Purpose::kJudge;
  double timeout_s = 0;
  std::string stored;         ///< the file that holds the candidate; gone afterwards
  std::string kept_folder;    ///< not empty: to be used and left there
  std::string run_folder;     ///< not empty: the command runs there instead of beside the candidate
};

struct WorkerReport {
  Ticket ticket = 0;
  TestResult result;
  Execution execution;        ///< unless the purpose was to judge
  std::string unmet;          ///< conditions that did not hold, when the purpose was to explain
};

/// A pair of connected sockets, closed on exec. Throws std::system_error.
struct SocketPair {
  FileDescriptor ours;
  FileDescriptor workers;
  SocketPair();
};

/// False when the worker is dead.
bool send_task(int socket, const Task& task);
bool send_cancel(int socket, Ticket ticket);
/// Without it a closed line means that the parent has died.
bool send_goodbye(int socket);

/// Reports as they come in, in pieces of limited size.
class WorkerReportReader {
 public:
  enum class State { kNothing, kReport, kClosed };
  /// Reads without waiting.
  State read(int socket, WorkerReport& report);

 private:
  std::string partial_;
};

/// The worker's end of the line.
class TaskQueue {
 public:
  /// `parent` is the process that gives the tasks; when it dies, the line is closed.
  TaskQueue(FileDescriptor socket, pid_t parent);

  /// Waits for the next task; nothing: the line is closed.
  std::optional<Task> next();
  /// Has the task from next() been cancelled, or the line been closed? Reads without waiting.
  bool is_interrupted();
  /// After next() gave nothing: has the parent died, rather than said goodbye? Waits until the
  /// system has closed all it had open.
  bool is_orphaned() const;
  /// Readable when is_interrupted() may have changed.
  std::vector<int> descriptors() const { return {socket_.number(), parent_end_.number()}; }
  void send(const WorkerReport& report);

 private:
  FileDescriptor socket_;
  /// Readable when the parent has died; not open where there is no such.
  FileDescriptor parent_end_;
  pid_t parent_;
  std::deque<Task> waiting_;
  Ticket current_ = 0;
  bool cancelled_ = false;
  bool closed_ = false;
  bool goodbye_ = false;
  bool broken_ = false;    ///< the line fails, for no reason of our parent's

  void read_messages();
  void wait_for_message() const;
};

}  // namespace grabr
