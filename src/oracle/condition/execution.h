// One run of a command.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "text/hash.h"

namespace grabr {

/// How one run of a command ended and what it wrote.
struct Execution {
  int exit_code = -1;  ///< -1: died by a signal, timed out or was not run
  int signal = 0;
  bool timed_out = false;
  std::string failure;  ///< not empty: why it could not be run
  double seconds = 0;
  std::string output;  ///< the beginning of each stream, up to a limit
  std::string errors;
  Hash128 output_hash;  ///< of the whole stream
  Hash128 errors_hash;
  std::string folder;  ///< that it ran in, as the command saw it
};

/// Runs a command (program and arguments, "@@" not yet replaced) on the test's candidate in a fresh
/// folder and returns when it has ended.
using Execute = std::function<Execution(const std::vector<std::string>& command)>;

}  // namespace grabr
