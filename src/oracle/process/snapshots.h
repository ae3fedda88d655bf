// Copies of processes that wait just before they open the candidate, so that a test begins there
// (--snapshot). For a worker, which runs one test at a time. The other half is a library that is
// loaded into each process of a test: snapshot.c.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/spawn.h"
#include "text/system_call.h"

namespace grabr {

/// The shared library, as a file's bytes; empty if it was not built.
extern const std::string_view kSnapshotLibrary;

/// Why there can be no snapshots of tests that run in this folder; empty: there may be some.
std::string snapshot_obstacle(const std::filesystem::path& folder);

class Snapshots {
 public:
  /// Writes the library into the work folder, if no other worker has, and listens there. If that
  /// fails, problem() says why, and every process starts as usual.
  explicit Snapshots(const std::filesystem::path& work_folder);
  ~Snapshots();  ///< ends the copies
  Snapshots(const Snapshots&) = delete;
  Snapshots& operator=(const Snapshots&) = delete;

  const std::string& problem() const { return problem_; }

  /// Adds what the processes of a test need to find us.
  void add_to(std::vector<std::string>& environment) const;
  /// Starts a command: its copy goes on, if one waits, else as spawn().
  Spawned start(const Command& command, const Streams& streams);
  /// Readable when serve() has something to do.
  int descriptor() const { return events_.number(); }
  /// Answers processes that ask for copies, and copies that begin to wait. Does not wait.
  void serve();
  /// After the processes of a test have been killed: drops the connections to them.
  void end_test();

  /// How many processes have gone on from a copy so far.
  unsigned used() const { return used_; }
  /// The processor time of the copies themselves so far, in seconds.
  double cpu_s() const { return cpu_s_; }
  /// The programs that were copied, or why one could not be: by the program's path.
  const std::map<std::string, std::string>& programs() const { return programs_; }

 private:
  struct Copy {
    FileDescriptor connection;
    pid_t process = -1;
    std::string identity;
    bool is_first = false;  ///< is it a copy of the process that start() started?
    unsigned last_used = 0;
    std::int64_t cpu_ns = 0;  ///< its processor time when it was last used
  };
  /// A process that has asked; later one that stands in for a process that goes on from a copy.
  struct Peer {
    FileDescriptor connection;
    pid_t process = -1;
    FileDescriptor end;  ///< of `process`
  };
  struct Message;

  bool listen(const std::filesystem::path& folder);
  void watch(int descriptor);
  void accept_peers();
  void read(Peer& peer);
  void answer(Peer& peer, const Message& message);
  void take_copy(Peer& peer, const Message& message);
  void note_refusal(std::string_view text);
  void note_end(Peer& peer);
  /// Lets a copy go on in a new process. -1: it cannot; it is dropped.
  pid_t go_on(Copy& copy, const Streams& streams);
  void drop(Copy& copy);
  bool wants_copy() const;

  std::string problem_;
  std::string library_;
  std::string socket_;
  std::string test_number_;  ///< GRABR_TEST_ID of the running test
  FileDescriptor listener_;
  FileDescriptor events_;
  std::vector<Copy> copies_;
  std::vector<Peer> peers_;
  std::map<std::string, std::string> programs_;
  pid_t first_ = -1;
  unsigned used_ = 0;
  double cpu_s_ = 0;
  unsigned made_in_vain_ = 0;  ///< copies made since one was last used
};

}  // namespace grabr
