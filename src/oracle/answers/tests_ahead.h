// The running tests: the one that was asked for, and speculative ones on idle slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle/answers/lookahead.h"
#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

/// The running tests, and results that have not been asked for yet.
class TestsUnderWay {
 public:
  using OnResult = std::function<void(const Hash128& candidate, const TestResult& result)>;

  /// `on_result` is called with every result, asked for or not.
  TestsUnderWay(Oracle& oracle, OnResult on_result)
      : oracle_(oracle), on_result_(std::move(on_result)) {}

  std::size_t count() const { return running_.size(); }
  bool full() const { return running_.size() >= oracle_.capacity(); }
  bool runs(const Hash128& candidate) const;
  std::vector<Hash128> candidates() const;

  void start(std::string_view text, const Hash128& candidate);
  /// Adds a test that has already been started.
  void add(Ticket ticket, const Hash128& candidate) { running_.push_back({ticket, candidate}); }
  void cancel(const Hash128& candidate);
  void cancel_all();
  /// For a forked copy: the tests belong to the original.
  void forget() { running_.clear(); }

  /// Waits until a test ends, a descriptor in `wake` is readable, the deadline passes or the oracle
  /// is woken.
  void wait(std::span<const int> wake, const Deadline& deadline) { await(wake, deadline); }
  /// Collects the tests that have ended by now, so that they are not cancelled for nothing.
  void collect();

  const TestResult* result(const Hash128& candidate) const;
  void forget_results() { results_.clear(); }
  std::optional<TestResult> take_result(const Hash128& candidate);

  std::uint64_t executed() const { return executed_; }  ///< ended runs, cancelled ones too
  std::uint64_t not_run() const { return not_run_; }    ///< tests that could not be run
  double waited_s() const { return waited_s_; }         ///< total time waiting for tests
  double recent_s() const { return recent_s_; }         ///< recent time per test (moving average)

 private:
  struct Running {
    Ticket ticket;
    Hash128 candidate;
  };

  /// Returns true if a test has ended.
  bool await(std::span<const int> wake, const Deadline& deadline);

  Oracle& oracle_;
  OnResult on_result_;
  std::vector<Running> running_;
  std::unordered_map<Hash128, TestResult> results_;
  std::uint64_t executed_ = 0;
  std::uint64_t not_run_ = 0;
  double waited_s_ = 0;
  double recent_s_ = 0;
};

/// Chooses which speculative tests run on idle slots beside the one asked for. The most probable
/// predictions get the slots; one that is much more probable than a running test replaces it.
class TestsAhead {
 public:
  /// Keeps references to its arguments. `known`: candidates that need no test.
  TestsAhead(Oracle& oracle, TestsUnderWay& tests, Lookahead& lookahead, Lookahead::Known known)
      : oracle_(oracle), tests_(tests), lookahead_(lookahead), known_(std::move(known)) {}

  /// Runs predicted candidates on idle slots and asks for more predictions, if a test takes long
  /// enough (`test_s`). Returns true if this process is now a forked copy, which must assume an
  /// answer.
  bool look_ahead(double test_s);
  /// Frees a slot for the test asked for, which must not be running yet.
  void free_a_slot();
  /// Cancels tests that can no longer be asked for.
  void cancel_dead_branches();

 private:
  void start_ahead(const Hash128& candidate);
  std::optional<std::pair<Hash128, double>> least_probable() const;
  void make_room_for(const Prediction& prediction);

  Oracle& oracle_;
  TestsUnderWay& tests_;
  Lookahead& lookahead_;
  Lookahead::Known known_;
};

}  // namespace grabr
