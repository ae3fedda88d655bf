// The interface to the user's test: candidate bytes in, outcome out, several tests at once if the
// oracle supports it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oracle/stop_token.h"

namespace grabr {

/// Delta-debugging terms: "fail" means the failure is still there, i.e. the candidate is
/// interesting.
enum class Outcome : std::uint8_t { kFail, kPass, kUnresolved };

std::string_view outcome_name(Outcome outcome);  ///< "fail", "pass", "unresolved"

/// The result of one test.
struct TestResult {
  Outcome outcome = Outcome::kPass;
  int exit_code = 0;  ///< -1: killed by a signal, or did not end
  int signal = 0;     ///< the signal that killed it, or 0
  bool timed_out = false;
  std::string infrastructure;         ///< not empty: the reason why the test could not be run
  std::string other_failure = {};     ///< not empty: another failure than the wanted one
  std::string rejected_by = {};       ///< with several commands: the one that rejected, as given
  double seconds = 0;                 ///< running time in seconds
  unsigned runs = 1;                  ///< runs of the test's command for this result
  std::optional<double> number = {};  ///< with --minimize: the number of a candidate that fails
};

inline bool fails(const TestResult& result) { return result.outcome == Outcome::kFail; }

/// Identifies a running test.
using Ticket = std::uint64_t;

struct Finished {
  Ticket ticket = 0;
  TestResult result;
};

/// Tests candidates. ProcessOracle runs processes; unit tests supply functions.
class Oracle {
 public:
  virtual ~Oracle() = default;

  /// How many tests may run at once.
  virtual unsigned capacity() const { return 1; }

  /// Starts a test; call it only while fewer than capacity() are running.
  virtual Ticket start(std::string_view candidate) = 0;

  /// Waits for any running test to end. Returns nothing if one of the descriptors in `wake`
  /// became readable, the deadline passed, or wake() was called.
  virtual std::optional<Finished> wait(std::span<const int> wake, const Deadline& deadline) = 0;

  /// Kills a test at once; its result is never delivered.
  virtual void cancel(Ticket ticket) = 0;

  /// Makes the next wait() return. May be called from a signal handler.
  virtual void wake() noexcept {}

  /// Announces that the next test of this text is a check of one that has failed. Matters only to
  /// an oracle whose answers take several runs (RateOracle).
  virtual void expect_check(std::string_view /*text*/) {}

  /// The problem that the oracle's environment has now (the program is gone, the disk is full), in
  /// words; empty if none is found.
  virtual std::string trouble() { return {}; }

  // For speculation by forked copies of this process (oracle/answers/fork_lookahead.h): the copy
  // stores a candidate under a number, and the original process starts its test. Each candidate is
  // written once. An oracle without this never runs more than one test at a time.

  /// For the copy: drops everything that belongs to the original process (descriptors, children).
  /// Afterwards only store() may be called.
  virtual void become_copy() noexcept {}
  virtual std::uint64_t store(std::string_view candidate);
  virtual Ticket start_stored(std::uint64_t number);

  /// Runs one test from start to end; no other may be running. `stop` is checked whenever the wait
  /// is interrupted. Throws Error if it asks to stop.
  TestResult run(std::string_view candidate, const StopToken& stop = {});
};

}  // namespace grabr
