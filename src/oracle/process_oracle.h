// The oracle that runs the user's program on each candidate, in a folder of its own.
//
// Contract with the test (a superset of what tests for creduce, cvise, shrinkray, perses, picire and
// treereduce expect): fresh working folder with the candidate under the input's base name; the
// absolute path of the candidate as last argument (or for each "@@" among the arguments); the
// candidate on standard input; output discarded; TMPDIR, TEMP and TMP inside the folder; GRABR_FILE,
// GRABR_ORIGINAL, GRABR_DIR, GRABR_TEST_ID, GRABR_JOBS set; a session of its own that is killed as
// a group on timeout and after exit (on Linux with all its descendants). Exit 0: fail. 125:
// unresolved. 124: pass, reported as a timeout, for that is how timeout(1) exits. Anything else:
// pass. A test that could not be run, or was cancelled, is unresolved with `infrastructure` set.
// One test at a time in a process.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "oracle/oracle.h"

namespace grabr {

struct ProcessOracleOptions {
  std::vector<std::string> command;       ///< program and arguments; "@@" or "@@.ext" stand for the candidate's path
  std::filesystem::path original;         ///< the input: gives base name and GRABR_ORIGINAL
  bool append_path = true;                ///< candidate's path as last argument when no "@@" is there
  double timeout_s = 300;                 ///< 0: none
};

class ProcessOracle : public Oracle {
 public:
  /// Finds the program (without a slash it is searched in PATH, then in the current folder; a
  /// relative path is made absolute) and makes the work folder. Throws Error(kUsage): no such
  /// program, or not executable, with a hint (chmod +x, shebang line).
  explicit ProcessOracle(ProcessOracleOptions options);
  ~ProcessOracle() override;  ///< removes the work folder

  TestResult run(std::string_view candidate) override;

  /// Standard output and error of one more run, with the folder kept for good: for telling the
  /// user why the original does not fail. At most 64 KiB of each stream.
  struct Explained {
    TestResult result;
    std::string output;
    std::string errors;
    std::filesystem::path folder;
  };
  Explained explain(std::string_view candidate);

  /// For the tests to come; 0: none.
  void set_timeout(double seconds);

  /// Kills the running test, if any; safe to call from a signal handler.
  void cancel() noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace grabr
