// The program's exception, and the kinds of errors and early ends.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace grabr {

/// Why an action failed or ended early. Determines the program's exit status (text/exit_status.h).
enum class ErrorKind : std::uint8_t {
  kSystem,          ///< input/output, memory; or a defect
  kInvalid,         ///< unusable options, grammar or file name
  kNotInteresting,  ///< the original input does not fail
  kNotParsed,       ///< an input that must parse does not
  kNotTrusted,      ///< the test rejects nothing, or its answers change
  kBudget,          ///< a limit was reached
  kEnvironment,     ///< the test cannot be run, or its results have changed
  kNotPassing,      ///< the passing input does not pass
  kHungUp,          ///< the terminal was closed
  kInterrupted,     ///< someone asked to stop
  kTerminated,      ///< the system asked to stop
};

/// Nothing if it ran to its end.
using EndedBy = std::optional<ErrorKind>;

/// Was it ended by a signal or the host program? Then work in progress ends at once, without
/// another test.
constexpr bool is_by_signal(EndedBy by) {
  return by == ErrorKind::kHungUp || by == ErrorKind::kInterrupted || by == ErrorKind::kTerminated;
}

/// Thrown when a command cannot continue. The message is for people; a hint may follow after a
/// newline.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace grabr
