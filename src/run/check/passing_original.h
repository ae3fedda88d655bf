// Explains to the user that the input to reduce does not fail: what its test did, how to look into
// it, and what the reason may be.
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
  double timeout_s = 0;        ///< the limit in force, 0: none
  bool plain_command = false;  ///< the meaning of its exit status is not known
  /// The result of running it again, if that was done; the folder is kept.
  std::optional<ProcessOracle::Explained> again = {};
};

/// Runs the test again and keeps its folder. Then, within half a minute, runs it a few times more,
/// in case it is flaky; in the folders of the user, of the script and of the input, in case it
/// depends on one of them; with an empty input; with its shell tracing commands, and ending at
/// variables that are not set. Describes how
/// it ended, what it printed, a command to paste, and what to do. A test that could not be run, or
/// that timed out in `first` (unless the failure is a timeout), is not run again. Throws Error if
/// `stop` ends it, which is checked between runs and when one is interrupted.
std::string explain_passing_original(ProcessOracle& oracle, const ProcessOracleOptions& test,
                                     PassingRun run, const StopToken& stop = {});

/// The findings about an original that does not fail.
struct PassingOriginal {
  TestResult first;
  double timeout_s = 0;  ///< of a test, 0: none
  bool plain_command = false;
  ProcessOracle::Explained again;  ///< once more
  std::vector<TestResult> more;    ///< and again
  bool empty_fails = false;        ///< the empty input fails
  TestScript script;
  Trace trace;                            ///< what its shell ran
  std::string unset;                      ///< a variable without a value that it reads
  std::filesystem::path started_in;       ///< the folder grabr runs in
  std::filesystem::path works_in;         ///< the folder where the test does fail; empty: none
  std::filesystem::path names_in;         ///< the folder with …
  std::vector<std::string> script_names;  ///< … files that the script names
  std::string input_named;                ///< the input itself among them, with folders
};

/// The variable of which a shell says that it is not set.
std::string unset_variable(std::string_view errors);

/// All of it in words, several lines: what the test did, and reasons of which there is a sign.
std::string describe(const PassingOriginal& facts, const ProcessOracleOptions& test);

}  // namespace grabr
