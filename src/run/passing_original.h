// What a user is told when the input to reduce does not fail: what its test did, how to look, and
// what the reason may be.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "run/test_script.h"

namespace grabr {

/// A run of the original that did not fail.
struct PassingRun {
  std::string_view text;       ///< the original
  TestResult first;            ///< what came of it
  double timeout_s = 0;        ///< the limit that held, 0: none
  bool plain_command = false;  ///< what its exit status means is not known
  /// The run once more, if that has been done; its folder is kept.
  std::optional<ProcessOracle::Explained> again = {};
};

/// Runs the test once more and keeps its folder; and, as long as that takes no more than half a
/// minute: a few times more, in case it is flaky; in the folders of the user, of the script and of
/// the input, in case it depends on one of them; with nothing as input; and with its shell telling
/// what it does. Describes: how it ended, what it printed, a command to paste, and what to do. A
/// test that ran out of time (`first`), unless that is what is looked for, or that could not be run
/// is not run again. Throws Error where `stop` ends it, which is asked between the runs and when
/// one is interrupted.
std::string explain_passing_original(ProcessOracle& oracle, const ProcessOracleOptions& test,
                                     PassingRun run, const StopToken& stop = {});

/// What was found out about an original that does not fail.
struct PassingOriginal {
  TestResult first;
  double timeout_s = 0;  ///< of a test, 0: none
  bool plain_command = false;
  ProcessOracle::Explained again;  ///< once more
  std::vector<TestResult> more;    ///< and again
  bool empty_fails = false;        ///< the empty input does
  TestScript script;
  std::vector<TracedCommand> trace;       ///< what its shell ran
  std::filesystem::path started_in;       ///< the folder grabr runs in
  std::filesystem::path works_in;         ///< where the test does fail; empty: nowhere
  std::filesystem::path names_in;         ///< the folder with …
  std::vector<std::string> script_names;  ///< … files that the script names
  std::string input_named;                ///< the input itself among them, with folders
  std::vector<std::string> input_names;   ///< files beside the input that it names
};

/// All of it in words, several lines.
std::string describe(const PassingOriginal& facts, const ProcessOracleOptions& test);

}  // namespace grabr
