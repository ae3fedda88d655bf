// Explains to the user that the input does not fail: how its test ended, how to examine it, and
// possible reasons.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "run/check/test_script.h"

namespace grabr {

/// A run of the original that did not fail.
struct PassingRun {
  std::string_view text;       ///< the original
  TestResult first;            ///< the result of the run
  double timeout_s = 0;        ///< the time limit used; 0: none
  bool plain_command = false;  ///< the meaning of its exit status is not known
  /// The result of a second run, if there was one; the folder is kept.
  std::optional<ProcessOracle::Explained> again = {};
};

/// Runs the test again and keeps its folder. Then, within half a minute, runs it a few times more,
/// in case it is flaky; in the folders of the user, of the script and of the input, in case it
/// depends on one of them; with an empty input; with its shell tracing commands, and with its shell
/// stopping at unset variables. Describes how it ended, what it printed, a command to paste, and
/// what to do. A test that could not be run, or that timed out in `first` (unless the failure is a
/// timeout), is not run again. Throws Error if `stop` ends it, which is checked between runs and
/// when one is interrupted.
std::string explain_passing_original(ProcessOracle& oracle, const ProcessOracleOptions& test,
                                     PassingRun run, const StopToken& stop = {});

/// The findings about an original that does not fail.
struct PassingOriginal {
  TestResult first;
  double timeout_s = 0;  ///< time limit of a test; 0: none
  bool plain_command = false;
  ProcessOracle::Explained again;  ///< second run
  std::vector<TestResult> more;    ///< further runs
  bool empty_fails = false;        ///< the empty input fails
  TestScript script;
  Trace trace;                            ///< the commands that its shell ran
  std::string unset;                      ///< an unset variable that it reads
  std::filesystem::path started_in;       ///< the folder where grabr was started
  std::filesystem::path works_in;         ///< the folder where the test fails; empty: none
  std::filesystem::path names_in;         ///< the folder that contains …
  std::vector<std::string> script_names;  ///< … files that the script names
  std::string input_named;                ///< the input itself if the script names it, with folders
};

/// The variable that a shell reports as not set.
std::string unset_variable(std::string_view errors);

/// The message in several lines: how the test ended, and the reasons for which there is a sign.
std::string describe(const PassingOriginal& facts, const ProcessOracleOptions& test);

}  // namespace grabr
