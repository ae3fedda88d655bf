// Sits between a session and the oracle: answers one question after another and makes sure each
// answer is valid. It looks answers up in the journal, retries tests that could not be run, repeats
// timeouts alone, speculates on idle slots, and runs the canary (retesting the best candidate).
//
// None of this affects the answers: they are the same as with one test at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/answers/lookahead.h"
#include "oracle/oracle.h"
#include "text/hash.h"
#include "text/shared_text.h"

namespace grabr {

class Journal;

/// Thrown with oracle_keeps_runs when the best turns out to fail less often than it should. A
/// caller that remembers earlier bests catches it and calls Judge::go_back_to().
struct FalseStep {};

class Judge {
 public:
  struct Options {
    Journal* journal = nullptr;
    /// Retest the best after this many answers in a row that are not "fail"; 0: never.
    unsigned canary_every = 100;
    /// Retest the best after this many accepted candidates: a flaky test may have failed by luck.
    unsigned accepted_between_checks = 20;
    /// The oracle itself keeps its runs, and its answers may change (oracle/answers/rate_oracle.h):
    /// answers in the journal are not used, and a best that no longer fails throws FalseStep.
    bool oracle_keeps_runs = false;
    /// Polled whenever a wait is interrupted and between tests; a test still running at its
    /// deadline is abandoned.
    StopToken stop;
    /// Seconds to wait before each retry of a test that could not be run.
    std::vector<double> retry_after_s = {0.05, 0.2, 0.5, 1, 2, 4};
    /// Expected time of a test, until one has been measured.
    double expected_s = 0;
    /// Repeat a test alone if it timed out while others ran: with a tight limit, the others may be
    /// the cause.
    bool recheck_timeouts = false;
    /// How to predict candidates to test on idle slots.
    LookAhead look_ahead = LookAhead::kByFork;
    /// The candidate that failed in a test just before the judge's first.
    std::optional<Hash128> just_failed;
  };

  struct Counts {
    /// Runs of the test, including unused ones and repetitions.
    std::uint64_t executed = 0;
    std::uint64_t journal = 0;         ///< answers taken from the journal
    std::uint64_t infrastructure = 0;  ///< tests that could not be run
    std::uint64_t canary = 0;          ///< retests of the best
    double waited_s = 0;               ///< total wait for tests
  };

  explicit Judge(Oracle& oracle);
  Judge(Oracle& oracle, Options options);
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  /// The answer for one candidate. For speculation: `chance` is the probability of "fail",
  /// `upcoming` gives the next questions if it does not fail, as far as known. Throws
  /// Error(kEnvironment) if the test cannot be run, despite all retries, or no longer works.
  TestResult answer(std::string_view text, double chance = 0.2, Upcoming* upcoming = nullptr);

  /// Sets the text that the canary retests: one that has failed.
  void set_best(const SharedText& text);
  /// Retests the best, unless it has just been tested. If it no longer fails, forgets the "pass"
  /// answers since it last did and throws Error(kEnvironment) with the reason as far as it is
  /// known.
  void check_best();

  /// Goes back to a text that has failed, after a FalseStep.
  void go_back_to(const SharedText& text);
  /// Drops the results of speculation, for an oracle whose answers change from now on.
  void forget_ahead();

  /// Ends the search: from here on only test_again runs tests, and only `stop` interrupts them.
  void end_search(const StopToken& stop);
  /// Runs the test even if the answer is known, unless the last test was of this text and failed. A
  /// timeout is retried once; a test that still cannot be run after all tries is returned as such.
  enum class Patience : std::uint8_t { kUsual, kNone };  ///< for tests that cannot be run
  TestResult test_again(std::string_view text, Patience patience = Patience::kUsual);
  /// For a text that no longer fails after `first`: runs a few more tests, `hits` of which fail,
  /// withdraws the journal's answers since the text last failed, and explains the change.
  struct Change {
    unsigned hits = 0;
    std::string explanation;
  };
  Change explain_change_of(std::string_view text, const TestResult& first);

  Counts counts() const;
  /// Number of tests running now.
  std::size_t tests_under_way() const;

  /// While one exists the judge may speculate, also in forked copies of this process
  /// (LookAhead::kByFork). The strategy runs inside it and must have no side effects except through
  /// the judge. A copy ends when its Region does.
  class Region {
   public:
    explicit Region(Judge& judge);
    ~Region();
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;

   private:
    Judge& judge_;
  };
  /// Is this a forked copy that speculates? Nothing it does may be visible.
  bool is_copy() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace grabr
