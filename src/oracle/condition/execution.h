// One run of a command.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "text/hash.h"

namespace grabr {

/// How one run of a command ended and what it wrote.
struct Execution {
  int exit_code = -1;      ///< -1: died by a signal, timed out or was not run
  int signal = 0;
  bool timed_out = false;
  std::string failure;     ///< not empty: could not be run
  double seconds = 0;
  std::string output;      ///< the beginning of each stream, up to a limit
  std::string errors;
  Hash128 output_hash;     ///< of all of it
  Hash128 errors_hash;
  std::string folder;      ///< it ran in, as the command saw it
};

/// Runs a command (program and arguments, "@@" not yet filled in) on the candidate of the test, in
/// a fresh folder, and comes back with its end.
using Execute = std::function<Execution(const std::vector<std::string>& command)>;

}  // namespace grabr
