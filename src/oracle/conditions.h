// What makes a test "fail" when no script says it: exit status, signal, output, time, a second
// command. All that are given must hold together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/oracle.h"
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
};

/// Runs a command (program and arguments, "@@" not yet filled in) on the candidate of the test, in a
/// fresh folder, and comes back with its end.
using Execute = std::function<Execution(const std::vector<std::string>& command)>;

/// The conditions as a user gives them; empty: the exit status decides (oracle/process_oracle.h).
struct ConditionOptions {
  std::vector<int> exits;                 ///< --exit: one of them
  std::vector<std::string> signals;       ///< --signal: one of them; "SEGV", "SIGSEGV" or "11"
  std::vector<std::string> output;        ///< --stdout: regular expressions (RE2), each found in it
  std::vector<std::string> errors;        ///< --stderr
  std::vector<std::string> not_output;    ///< --not-stdout: none found in it
  std::vector<std::string> not_errors;    ///< --not-stderr
  std::optional<double> hang_s;           ///< --hang: does not end within so many seconds
  std::vector<std::string> differs;       ///< --differs: CMD2; exit status or output differ
  bool same_as_original = false;          ///< --same-as-original

  bool any() const;
};

class Conditions {
 public:
  /// Throws Error(kUsage): a regular expression that is wrong, an unknown signal, a command that
  /// cannot be found.
  explicit Conditions(ConditionOptions options);
  ~Conditions();
  Conditions(Conditions&&) noexcept;
  Conditions& operator=(Conditions&&) noexcept;

  const ConditionOptions& options() const;
  bool any() const { return options().any(); }
  /// Whether the command's output has to be captured.
  bool need_output() const;
  /// The time limit that the conditions themselves set (--hang), 0: none.
  double time_limit_s() const;

  /// For --same-as-original: what later runs are compared with.
  void set_original(const Execution& execution);

  /// Fail when all conditions hold, else pass; unresolved where that cannot be told (with --differs,
  /// a command that does not agree with itself). `command` is the test's; runs it as often as needed.
  TestResult judge(const std::vector<std::string>& command, const Execute& execute) const;

  /// Which conditions do not hold for an execution, in words, one a line; empty: all hold. For telling
  /// the user about the original.
  std::string explain(const std::vector<std::string>& command, const Execute& execute) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A /bin/sh script that judges the file named by its first argument (or $GRABR_FILE) just as the
/// conditions do: exits 0 when all hold.
std::string condition_script(const std::vector<std::string>& command, const ConditionOptions& options);

/// 11 for "SEGV", "SIGSEGV" or "11"; nothing for others. And back: "SIGSEGV".
std::optional<int> signal_by_name(std::string_view name);
std::string signal_name(int number);

}  // namespace grabr
