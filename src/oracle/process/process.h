// Runs one command to its end, its deadline or an interruption, and leaves nothing of it running.
// For a process all of whose children belong to the command: a worker.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "oracle/process/captured_output.h"
#include "oracle/process/spawn.h"

namespace grabr {

struct ProcessEnd {
  int exit_code = -1;      ///< -1: died by a signal, timed out or was not run
  int signal = 0;
  bool timed_out = false;
  bool interrupted = false;
  std::string failure;     ///< not empty: could not be run, or its end could not be learnt
  double seconds = 0;
};

/// What may end a command early: when one of the descriptors is readable (or its other end is
/// closed), `requested` is asked.
struct EarlyEnd {
  std::vector<int> descriptors;
  std::function<bool()> requested;
};

struct RunLimits {
  double seconds = 0;                   ///< 0: none
  std::function<double()> more_s = {};  ///< asked when they are over: seconds more, 0: none
  /// An interruption is a SIGTERM first, too, for a command that has things to tidy up elsewhere.
  bool gently = false;
};

/// Standard input comes from `input`; output goes to `capture`, or nowhere when it is null.
/// At its time limit the process group gets SIGTERM, a second later SIGKILL; on an interruption
/// SIGKILL at once, unless it is to be done gently. When the command has ended, what is left of its
/// group and, on Linux, all its descendants are killed. Does not wait for whoever holds the output
/// open.
ProcessEnd run_command(const Command& command, int input, const RunLimits& limits, Capture* capture,
                       const EarlyEnd& interruption);

}  // namespace grabr
