// Between a session and the oracle: gives the answer to one question after the other, and makes
// sure that it is one. Here are the answers known from the journal, second chances for tests that
// could not be run, timeouts asked again alone, tests run ahead on idle slots, and the canary.
//
// The answers do not depend on any of that: what comes back is what a single test after the other
// would have said.
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

namespace grabr {

class Journal;

class Judge {
 public:
  struct Options {
    Journal* journal = nullptr;
    /// After so many answers in a row that are not "fail", the best is tested again; 0: never.
    unsigned canary_every = 100;
    /// Asked whenever waiting is interrupted, and between tests; a test under way is given up at its
    /// deadline.
    StopToken stop;
    /// Seconds before each further try of a test that could not be run.
    std::vector<double> retry_after_s = {0.05, 0.2, 0.5, 1, 2, 4};
    /// What a test takes, until that is seen.
    double expected_s = 0;
    /// Whether a test that ran out of time beside others is run again alone: for a limit so tight
    /// that the others may have been the reason.
    bool recheck_timeouts = false;
    /// How candidates that may be asked for next are found, for tests on idle slots.
    LookAhead look_ahead = LookAhead::kByFork;
    /// What has just been seen to fail, in a test before the judge's first.
    std::optional<Hash128> just_failed;
  };

  struct Counts {
    /// Runs of the test, those for nothing and repetitions included.
    std::uint64_t executed = 0;
    std::uint64_t journal = 0;         ///< answers taken from the journal
    std::uint64_t infrastructure = 0;  ///< tests that could not be run
    std::uint64_t canary = 0;          ///< runs of the best again
    double waited_s = 0;               ///< for tests
  };

  explicit Judge(Oracle& oracle);
  Judge(Oracle& oracle, Options options);
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  /// The answer for one candidate. `chance`: how probable "fail" is, and what will be asked if it does
  /// not, where that is known, both for looking ahead. Throws Error(kEnvironment) when the test
  /// cannot be run, in spite of all tries, or no longer works.
  TestResult answer(std::string_view text, double chance = 0.2, Upcoming* upcoming = nullptr);

  /// What the canary tests: a text that has failed.
  void set_best(std::string_view text);
  /// Tests the best again, unless that has just been done. Throws Error(kEnvironment) with what is
  /// known about the reason when it does not fail; "pass" answers since it last did are forgotten.
  void check_best();

  /// After the search: nothing runs any more but what is asked for by test_again, which only
  /// `stop` ends.
  void end_search(const StopToken& stop);
  /// Runs the test whatever is known of the text, unless that was the last test and failed. What
  /// runs out of time has a second chance; what cannot be run, after all tries, comes back so.
  enum class Patience : std::uint8_t { kUsual, kNone };  ///< with what cannot be run
  TestResult test_again(std::string_view text, Patience patience = Patience::kUsual);
  /// The best no longer fails: takes back what the journal has learnt since it last did, and says
  /// why, after `first` and a few more tests. `hits`: how many of those failed.
  struct Change {
    unsigned hits = 0;
    std::string explanation;
  };
  Change explain_change_of(std::string_view text, const TestResult& first);

  Counts counts() const;

  /// While one exists the judge may look ahead, also by copies of this process (LookAhead::kByFork): a
  /// strategy runs inside, without effects of its own but through the judge. A copy ends with it.
  class Region {
   public:
    explicit Region(Judge& judge);
    ~Region();
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;

   private:
    Judge& judge_;
  };
  /// This process is a copy that looks ahead: nothing it does may be seen.
  bool is_copy() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace grabr
