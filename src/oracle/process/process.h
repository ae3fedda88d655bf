// Runs one command to its end, its deadline or an interruption, and leaves none of its processes
// running. For a process whose children all belong to the command, i.e. a worker. Its output is
// read as it comes, so that the command never blocks on us; all of it is hashed, and the beginning
// kept.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "oracle/process/spawn.h"
#include "text/hash.h"
#include "text/system_call.h"

namespace grabr {

/// The beginning of a command's output; the rest is read, hashed and dropped.
struct Capture {
  std::size_t limit_bytes = 65536;  ///< of each stream
  int output_copy = -1;             ///< descriptors that also get all of it; -1: none
  int errors_copy = -1;
  std::string output = {};
  std::string errors = {};
  Hash128 output_hash = {};
  Hash128 errors_hash = {};
};

/// How a command has ended.
struct ProcessEnd {
  int exit_code = -1;  ///< -1: died by a signal, timed out or was not run
  int signal = 0;
  bool timed_out = false;
  bool interrupted = false;
  std::string failure;  ///< not empty: why it could not be run or waited for
  double seconds = 0;
};

/// Ends a command early: `requested` is called when a descriptor is readable (or its other end is
/// closed).
struct EarlyEnd {
  std::vector<int> descriptors;
  std::function<bool()> requested;
};

struct RunLimits {
  double seconds = 0;                   ///< 0: none
  std::function<double()> more_s = {};  ///< called when time is over; extra seconds, 0: none
  /// On interruption, too, send SIGTERM first: the command cleans up elsewhere (a launcher).
  bool gently = false;
};

/// Standard input comes from `input`; output goes to `capture`, or nowhere if null. At the time
/// limit the process group gets SIGTERM and, a second later, SIGKILL; on interruption SIGKILL at
/// once, unless `gently`. After the command has ended, the rest of its group and, on Linux, all its
/// descendants are killed. Does not wait for processes that hold the output open.
ProcessEnd run_command(const Command& command, int input, const RunLimits& limits, Capture* capture,
                       const EarlyEnd& interruption);

}  // namespace grabr
