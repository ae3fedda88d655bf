// What makes a test "fail" when no script says it: exit status, signal, output, time, a second
// command. All that are given must hold together, and what is not given does not matter:
// "--stderr RE" alone holds whatever the exit status is.
//
// Exit statuses are those a shell sees: death by signal N and exit status 128+N are one end, since
// a shell or a launcher between us and the program turns the first into the second. So --exit 134
// and --signal ABRT both hold for abort().
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oracle/condition/condition_options.h"
#include "oracle/condition/execution.h"
#include "oracle/oracle.h"

namespace grabr {

class Conditions {
 public:
  /// Throws Error(kInvalid): a regular expression that is wrong, an unknown signal, a number out of
  /// range, a command that cannot be found, --hang together with --exit or --signal.
  explicit Conditions(ConditionOptions options);
  ~Conditions();
  Conditions(Conditions&&) noexcept;
  Conditions& operator=(Conditions&&) noexcept;

  /// As given; a program of --differs that was named by a relative path has become absolute.
  const ConditionOptions& options() const;
  bool any() const { return options().any(); }
  /// Whether the command's output has to be captured.
  bool need_output() const;
  /// The time limit that the conditions themselves set (--hang), 0: none.
  double time_limit_s() const;

  /// For --same-as-original: what later runs are compared with. Before, that condition holds.
  void set_original(const Execution& execution);

  /// Fail when all conditions hold, else pass. Unresolved: a command could not be run
  /// (`infrastructure`), or one of those compared by --differs does not agree with itself. A
  /// command that does not end in time is a pass with `timed_out`; with --hang it is what is looked
  /// for, and `timed_out` is set in that fail, too. `command` is the test's and runs once, CMD2
  /// only where the other conditions hold; each once more where they differ. `runs` is 1: looking
  /// twice is one test.
  TestResult judge(const std::vector<std::string>& command, const Execute& execute) const;

  /// Which conditions do not hold for an execution, in words, one a line; empty: all hold. For
  /// telling the user about the original.
  std::string explain(const std::vector<std::string>& command, const Execute& execute) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws Error(kInvalid) when tests that may take so many seconds (0: as long as they want) are ended
/// before --hang can be told.
void check_time_limit(const ConditionOptions& options, double timeout_s);

/// What a script needs to know beside the conditions.
struct ScriptedTest {
  std::vector<std::string> command;   ///< program and arguments, "@@" not yet filled in
  std::string original = {};               ///< path of the input: gives the candidate's name
  std::vector<std::string> copies = {};    ///< files and folders put beside the candidate
  bool append_path = true;            ///< candidate's path as last argument when no "@@" is there
};

/// A /bin/sh script that judges the file named by its first argument (or $GRABR_FILE) just as the
/// conditions do: exits 0 when all hold, 1 when one does not, 125 when that cannot be told. It uses
/// mktemp, cp, cmp, and where they are needed GNU grep, iconv and timeout. It knows no time limit
/// but --hang. Throws Error(kInvalid) as the constructor of Conditions does, for a program that is
/// not there, and for --same-as-original without an original.
std::string condition_script(const ScriptedTest& test, const ConditionOptions& options);

}  // namespace grabr
