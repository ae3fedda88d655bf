// The exit statuses of the program, also stored in reports and records of runs.
#pragma once

#include "text/error.h"

namespace grabr {

/// Exit statuses; scripts rely on them. If the program dies of its own fault, its signal is the
/// status.
enum class ExitStatus {
  kFinished = 0,
  kFailure = 1,        ///< internal or input/output error
  kUsage = 2,          ///< wrong command line, grammar file or missing file
  kDoesNotFail = 3,    ///< the original input does not fail
  kDoesNotParse = 4,   ///< refused under --strict
  kRefused = 5,        ///< vacuous or flaky test
  kBudget = 6,         ///< budget reached, best saved
  kEnvironment = 7,    ///< the environment changed, best saved
  kDoesNotPass = 8,    ///< the passing input does not pass
  kNotConfirmed = 9,   ///< the report of a result is not confirmed
  kFound = 10,         ///< fuzz: failing inputs, triage: new bugs; they are kept
  kHungUp = 129,       ///< SIGHUP: the terminal is gone, best saved
  kInterrupted = 130,  ///< Ctrl-C, best saved
  kTerminated = 143,   ///< SIGTERM, best saved
};

/// The number passed to the system.
constexpr int status_of(ExitStatus status) { return static_cast<int>(status); }
int status_of(ErrorKind kind);
/// 0 if nothing ended the run early.
int status_of(EndedBy by);

}  // namespace grabr
