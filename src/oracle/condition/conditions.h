// Decides without a script whether a test fails: by exit status, signal, output, time, or a second
// command. All given conditions must hold; everything else is ignored: with "--stderr RE" alone,
// any exit status will do.
//
// Exit statuses are as a shell sees them: death by signal N is the same as exit status 128+N, since
// a shell or launcher between us and the program turns one into the other. So --exit 134 and
// --signal ABRT both hold for abort().
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
  /// Throws Error(kInvalid): an invalid regular expression, an unknown signal, a number out of
  /// range, a command that cannot be found, --hang together with --exit or --signal.
  explicit Conditions(ConditionOptions options);
  ~Conditions();
  Conditions(Conditions&&) noexcept;
  Conditions& operator=(Conditions&&) noexcept;

  /// The options as given, except that a relative path to a --differs program is made absolute.
  const ConditionOptions& options() const;
  bool any() const { return options().any(); }
  /// Are there any conditions, including those on further commands?
  bool any_at_all() const { return any() || options().any_further(); }
  /// Must the command's output be captured?
  bool need_output() const;
  /// The time limit that the conditions themselves set (--hang); 0: none.
  double time_limit_s() const;

  /// Sets the run that --same-as-original compares later ones with. Until it is set, that condition
  /// holds.
  void set_original(const Execution& execution);

  /// From now on the test's own command runs before further ones, because its end must be known.
  void run_own_first() const;

  /// Fail if all conditions hold, else pass; without conditions on the test's own command its exit
  /// status decides. Unresolved if a command could not be run (`infrastructure`), or if one of
  /// those compared by --differs does not agree with itself. A command that does not end in time is
  /// a pass with `timed_out` set; with --hang it is a fail, also with `timed_out` set. `command`
  /// (the test's) runs once; the command of --differs runs only if the other conditions hold; both
  /// run once more if they differ. `runs` is 1 even then: it is one test.
  ///
  /// Further commands and the test's own run until one rejects, in the order that so far rejected
  /// fastest. The outcome does not depend on the order: a rejection wins over a timeout, and a
  /// timeout over an unresolved result.
  TestResult judge(const std::vector<std::string>& command, const Execute& execute) const;

  /// The conditions that do not hold for an execution, in words, one per line; empty: all hold.
  /// Used to tell the user about the original.
  std::string explain(const std::vector<std::string>& command, const Execute& execute) const;

 private:
  std::string explain_own(const std::vector<std::string>& command, const Execute& execute) const;

  struct State;
  std::unique_ptr<State> state_;
};

/// The result of a run without conditions: exit status 0 is a fail, 125 unresolved.
TestResult judge_by_exit_status(const Execution& execution);

/// Throws Error(kInvalid) if tests limited to this many seconds (0: no limit) would be killed
/// before --hang can be decided.
void check_time_limit(const ConditionOptions& options, double timeout_s);

/// The data for a script besides the conditions.
struct ScriptedTest {
  std::vector<std::string> command;      ///< program and arguments, "@@" not yet replaced
  std::string original = {};             ///< path of the input; its name is the candidate's
  std::vector<std::string> copies = {};  ///< files and folders put beside the candidate
  bool append_path = true;  ///< candidate's path as last argument when no "@@" is there
  std::string folder = {};  ///< names in this folder are searched in the script's own folder
};

/// A /bin/sh script that judges the file named by its first argument (or $GRABR_FILE) exactly as
/// the conditions do: exits 0 if all hold, 1 if one does not, 125 if that cannot be decided. It
/// uses mktemp, cp, cmp and, where needed, GNU grep, iconv and timeout; for --same-crash `grabr
/// crash`. It has no time limit except --hang. Throws Error(kInvalid) as the constructor of
/// Conditions does, for a missing program, and for --same-as-original without an original.
std::string condition_script(const ScriptedTest& test, const ConditionOptions& options);

}  // namespace grabr
