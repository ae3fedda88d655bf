// The exception for what stops a command, and the exit status each kind of end has.
#pragma once

#include <stdexcept>
#include <string>

namespace grabr {

/// Exit statuses of the program; a promise to scripts.
enum class Exit {
  kFinished = 0,
  kFailure = 1,          ///< internal or input/output error
  kUsage = 2,            ///< wrong command line, grammar file or missing file
  kDoesNotFail = 3,      ///< the original input does not fail
  kDoesNotParse = 4,     ///< refused under --strict
  kRefused = 5,          ///< vacuous or flaky test
  kBudget = 6,           ///< budget reached, best saved
  kEnvironment = 7,      ///< the environment changed, best saved
  kDoesNotPass = 8,      ///< the passing input does not pass
  kNotConfirmed = 9,     ///< the report of a result is not confirmed
  kFound = 10,           ///< grabr fuzz: failing inputs were found, and are kept
  kHungUp = 129,         ///< SIGHUP: the terminal is gone, best saved
  kInterrupted = 130,    ///< Ctrl-C, best saved
  kTerminated = 143,     ///< SIGTERM, best saved
};

/// The user, or the system, has asked the command to end.
constexpr bool is_by_signal(Exit exit) {
  return exit == Exit::kHungUp || exit == Exit::kInterrupted || exit == Exit::kTerminated;
}

/// Thrown when the command cannot go on. The message is for the user; a hint may follow it after
/// a newline. Only the command line catches it.
class Error : public std::runtime_error {
 public:
  Error(Exit exit, const std::string& message) : std::runtime_error(message), exit_(exit) {}
  Exit exit() const { return exit_; }

 private:
  Exit exit_;
};

}  // namespace grabr
