// The oracle that runs the user's program on each candidate, each in its own folder, several at
// once.
//
// Contract with the test (a superset of what tests for creduce, cvise, shrinkray, perses, picire,
// halfempty and treereduce expect): a fresh working folder containing the candidate under the
// input's base name and a copy of each of `copies`; the candidate's absolute path as last argument
// (or in place of each "@@" among the arguments); the candidate on standard input; output
// discarded; TMPDIR, TEMP and TMP inside the folder; GRABR_FILE, GRABR_ORIGINAL, GRABR_DIR,
// GRABR_TEST_ID, GRABR_JOBS set; its own session, killed as a group on timeout and after exit (on
// Linux with all descendants). Exit 0: fail. 125: unresolved. 124: pass, reported as a timeout, as
// timeout(1) exits that way. Anything else: pass. With conditions, they decide instead. A test that
// could not be run is unresolved with `infrastructure` set.
//
// Each slot has a worker, a small process that runs one test at a time and is the subreaper of
// everything it starts. If this process dies in any way, the workers kill their tests and remove
// the folder.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "oracle/oracle.h"
#include "oracle/process/process_oracle_options.h"

namespace grabr {

class ProcessOracle : public Oracle {
 public:
  /// Finds the program (a name without a slash is searched in PATH, then in the current folder; a
  /// relative path is made absolute), creates the work folder and starts the workers. Throws
  /// Error(kInvalid): no such program, or not executable, with a hint (chmod +x, shebang line).
  explicit ProcessOracle(ProcessOracleOptions options);
  ~ProcessOracle() override;  ///< ends the workers, removes the work folder

  unsigned capacity() const override;
  Ticket start(std::string_view candidate) override;
  std::optional<Finished> wait(std::span<const int> wake, const Deadline& deadline) override;
  void cancel(Ticket ticket) override;
  void wake() noexcept override;
  std::string trouble() override;
  void become_copy() noexcept override;
  std::uint64_t store(std::string_view candidate) override;
  Ticket start_stored(std::uint64_t number) override;

  /// Runs the test once more, keeping its output (at most 64 KiB of each stream) and, if wanted,
  /// its folder, to tell the user why the original does not fail. wake() cancels this and run_in().
  struct Explained {
    TestResult result;
    std::string output;
    std::string errors;
    std::string unmet;             ///< conditions that do not hold, one per line
    std::string no_number;         ///< for a test that fails: why it gives no number to minimise
    std::filesystem::path folder;  ///< empty: not kept
  };
  Explained explain(std::string_view candidate, bool keeps_folder = true);
  /// The same in an existing folder, where grabr was started, to find out whether the test depends
  /// on that folder. Nothing is written or removed there: the candidate is in a fresh folder
  /// elsewhere and is passed by argument and standard input.
  TestResult run_in(const std::filesystem::path& folder, std::string_view candidate);

  /// Set limits for later tests; timeout 0: none. `jobs` is at most the number given at first.
  void set_timeout(double seconds);
  void set_jobs(unsigned jobs);
  /// While a caller waits for a test, `beat` is called at least this often and after each signal.
  /// It must not throw or use this oracle.
  void set_heartbeat(double every_s, std::function<void()> beat);
  /// Makes later tests keep the beginning of their output, for the live view.
  void show_output(bool shows);
  /// The last of those tests whose end wait() or run() has reported.
  struct Shown {
    TestResult result;
    std::string output, errors;
  };
  const std::optional<Shown>& last_shown() const;
  /// For --same-as-original: runs the command on `original`, with whose run later tests are
  /// compared. Throws Error(kSystem) if it cannot be run or wake() cancels it.
  void adopt_original(std::string_view original);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace grabr
