// What a user is told when the input to reduce does not fail: what its test did, how to look, and
// what the reason may be.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process_oracle.h"

namespace grabr {

/// Runs the test once more and keeps its folder; a few times more, in case it is flaky; and in the
/// folders of the user, of the script and of the input, in case it depends on one of them.
/// Describes: how it ended, what it printed, a command to paste, and what to do. A test that ran
/// out of time (`first`), unless that is what is looked for, or that could not be run is not run
/// again. `timeout_s` is the limit that held for it, 0: none. Throws what `check_stop` does, which
/// is called between the runs and when one is interrupted.
std::string explain_passing_original(ProcessOracle& oracle, const TestResult& first,
                                     const ProcessOracleOptions& test, std::string_view text,
                                     double timeout_s,
                                     const std::function<void()>& check_stop = {});

/// The file that tells what the test does, as far as it is text.
struct TestScript {
  std::filesystem::path path;  ///< empty: a program, a command without a script, or a shell text
  std::string text;            ///< the shell text, too
  bool no_interpreter_line = false;  ///< /bin/sh runs it for want of a "#!"
};

/// What was found out about an original that does not fail.
struct PassingOriginal {
  TestResult first;
  double timeout_s = 0;            ///< of a test, 0: none
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
std::string describe(const PassingOriginal& facts, const ProcessOracleOptions& test);

}  // namespace grabr
