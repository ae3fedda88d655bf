// The seam to the user's test: candidate bytes in, outcome out; several tests at once where it can.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oracle/stop_token.h"

namespace grabr {

/// In the words of delta debugging: fail = the failure is still there ("interesting").
enum class Outcome : std::uint8_t { kFail, kPass, kUnresolved };

std::string_view outcome_name(Outcome outcome);  ///< "fail", "pass", "unresolved"

/// What one test gave.
struct TestResult {
  Outcome outcome = Outcome::kPass;
  int exit_code = 0;     ///< of the test; -1 when it died by a signal or did not end
  int signal = 0;        ///< that killed it, or 0
  bool timed_out = false;
  std::string infrastructure;  ///< not empty: the test could not be run, and why; not an answer
  double seconds = 0;    ///< that it took
  unsigned runs = 1;     ///< of the test's command to get the answer (repetitions)
};

inline bool fails(const TestResult& result) { return result.outcome == Outcome::kFail; }

/// One test under way.
using Ticket = std::uint64_t;

struct Finished {
  Ticket ticket = 0;
  TestResult result;
};

/// Something that judges candidates. One implementation runs processes; tests bring functions.
class Oracle {
 public:
  virtual ~Oracle() = default;

  /// How many tests may be under way at once.
  virtual unsigned capacity() const { return 1; }

  /// Begins a test; fewer than capacity() are under way.
  virtual Ticket start(std::string_view candidate) = 0;

  /// Waits for one of the tests under way to end. Nothing: one of `wake` (descriptors) became
  /// readable, the deadline came, or wake() was called.
  virtual std::optional<Finished> wait(std::span<const int> wake, const Deadline& deadline) = 0;

  /// Ends a test at once; its result never comes.
  virtual void cancel(Ticket ticket) = 0;

  /// Makes the next wait() return. May be called from a signal handler.
  virtual void wake() noexcept {}

  /// What is wrong with the oracle's surroundings at this moment (the program is gone, the disk is
  /// full), in words; empty: nothing that can be seen.
  virtual std::string trouble() { return {}; }

  // For a copy of this process (fork) that looks ahead (oracle/answers/foresight.h): it lays a candidate
  // down under a number, and the original process starts the test of it. Each candidate is written
  // once. An oracle that does not offer this never has more than one test under way.

  /// In the copy: drops what belongs to the original process (descriptors, children). store() is
  /// all that may be called after it.
  virtual void become_copy() noexcept {}
  virtual std::uint64_t store(std::string_view candidate);
  virtual Ticket start_stored(std::uint64_t number);

  /// One test from start to end, with none under way before. `stop` is asked when waiting is
  /// interrupted. Throws Error where it ends the test.
  TestResult run(std::string_view candidate, const StopToken& stop = {});
};

}  // namespace grabr
