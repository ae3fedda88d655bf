// The oracle that runs the user's program on each candidate, in a folder of its own, several at
// once.
//
// Contract with the test (a superset of what tests for creduce, cvise, shrinkray, perses, picire,
// halfempty and treereduce expect): fresh working folder with the candidate under the input's base
// name, and a copy of each `copies`; the absolute path of the candidate as last argument (or for
// each "@@" among the arguments); the candidate on standard input; output discarded; TMPDIR, TEMP
// and TMP inside the folder; GRABR_FILE, GRABR_ORIGINAL, GRABR_DIR, GRABR_TEST_ID, GRABR_JOBS set;
// a session of its own that is killed as a group on timeout and after exit (on Linux with all its
// descendants). Exit 0: fail. 125: unresolved. 124: pass, reported as a timeout, for that is how
// timeout(1) exits. Anything else: pass; with conditions they decide instead. A test that could not
// be run is unresolved with `infrastructure` set.
//
// Each slot has a worker, a small process that runs one test at a time and is the subreaper of all
// it starts. When this process dies, however it dies, the workers kill their tests and remove the
// folder.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "oracle/oracle.h"
#include "oracle/process/process_oracle_options.h"

namespace grabr {

class ProcessOracle : public Oracle {
 public:
  /// Finds the program (without a slash it is searched in PATH, then in the current folder; a
  /// relative path is made absolute), makes the work folder and starts the workers. Throws
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

  /// One more run, its output kept (at most 64 KiB of each stream) and its folder, if wanted, kept:
  /// for telling the user why the original does not fail. wake() cancels it, as it does run_in.
  struct Explained {
    TestResult result;
    std::string output;
    std::string errors;
    std::string unmet;  ///< conditions that do not hold, one a line
    std::filesystem::path folder;  ///< empty: not kept
  };
  Explained explain(std::string_view candidate, bool keeps_folder = true);
  /// The same in a folder of the user's choosing instead of a fresh one: the one grabr was started
  /// in, to find out whether the test depends on it. Nothing is written or removed there but the
  /// candidate, which lies in a fresh folder elsewhere and is named by argument and standard input.
  TestResult run_in(const std::filesystem::path& folder, std::string_view candidate);

  /// For the tests to come; 0: none. `jobs` at most the number given at first.
  void set_timeout(double seconds);
  void set_jobs(unsigned jobs);
  /// `beat` is called at least so often, and when a signal has come, while somebody waits for a
  /// test. It must not throw, nor ask this oracle anything.
  void set_heartbeat(double every_s, std::function<void()> beat);
  /// For --same-as-original: runs the command on `original` and compares the tests to come with
  /// that. Throws Error(kSystem) when it cannot be run, or wake() has cancelled it.
  void adopt_original(std::string_view original);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace grabr
