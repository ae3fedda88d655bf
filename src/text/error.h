// The exception for what cannot go on, and what kinds of end there are.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace grabr {

/// What keeps something from being done, or ends it early. The program's exit statuses are made of
/// it (text/exit_status.h).
enum class ErrorKind : std::uint8_t {
  kSystem,          ///< input/output, memory; or a defect
  kInvalid,         ///< options, a grammar or a file's name that cannot be meant
  kNotInteresting,  ///< the original input does not fail
  kNotParsed,       ///< of an input that has to parse
  kNotTrusted,      ///< the test rejects nothing, or its answers change
  kBudget,          ///< a limit is reached
  kEnvironment,     ///< the test cannot be run, or no longer says what it said before
  kNotPassing,      ///< the passing input does not pass
  kHungUp,          ///< the terminal is gone
  kInterrupted,     ///< somebody wants it to end
  kTerminated,      ///< the system wants it to end
};

/// Nothing: it went on to its end.
using EndedBy = std::optional<ErrorKind>;

/// A signal, or a host program: what is under way ends at once, without a further test.
constexpr bool is_by_signal(EndedBy by) {
  return by == ErrorKind::kHungUp || by == ErrorKind::kInterrupted ||
         by == ErrorKind::kTerminated;
}

/// Thrown when something cannot go on. The message is for people; a hint may follow it after a
/// newline.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace grabr
