// What a user is told when the input to reduce does not fail: what its test did, how to look, and
// what the reason may be.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "cli/repetition.h"
#include "oracle/process_oracle.h"

namespace grabr {

/// Runs the test once more and keeps its folder; a few times more, in case it is flaky; and in the
/// folders of the user, of the script and of the input, in case it depends on one of them.
/// Describes: how it ended, what it printed, a command to paste, and what to do. A test that ran
/// out of time
/// (`first`) or could not be run is not run again. `used`: --repeat and --min-hits.
std::string explain_passing_original(ProcessOracle& oracle, const TestResult& first,
                                     const Call& call, std::string_view text, double timeout_s,
                                     Repetition used = {});

/// The file that tells what the test does, as far as it is text.
struct TestScript {
  std::filesystem::path path;  ///< empty: the test is a program, or a command without a script
  std::string text;
  bool no_interpreter_line = false;  ///< /bin/sh runs it for want of a "#!"
};

/// What was found out about an original that does not fail.
struct PassingOriginal {
  TestResult first;
  double timeout_s = 0;            ///< of a test, 0: none
  Repetition used;                 ///< runs that made one test
  ProcessOracle::Explained again;  ///< once more
  std::vector<TestResult> more;    ///< and again
  TestScript script;
  std::filesystem::path started_in;       ///< the folder grabr runs in
  std::filesystem::path works_in;         ///< where the test does fail; empty: nowhere
  std::filesystem::path names_in;         ///< the folder with …
  std::vector<std::string> script_names;  ///< … files that the script names
  std::vector<std::string> input_names;   ///< files beside the input that it names
};

/// All of it in words, several lines.
std::string describe(const PassingOriginal& facts, const Call& call);

}  // namespace grabr
