// Runs one strategy on one input and records the data that a comparison needs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "oracle/answers/judge.h"
#include "reduce/core/session.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"
#include "text/error.h"
#include "text/hash.h"

namespace grabr {

/// Records how long tests took in this process, for those that need not run again.
class TestDurations {
 public:
  /// `usual_s`: the assumed duration of a test while none has been measured.
  explicit TestDurations(double usual_s = 0) : usual_s_(usual_s) {}

  void note(std::string_view text, double seconds);
  bool knows(std::string_view text) const { return known_.contains(hash128(text)); }
  /// The duration of a test of this text; if it has not run in this process, the mean of those that
  /// have.
  double of(std::string_view text) const;

 private:
  double usual_s_;
  double sum_s_ = 0;
  std::unordered_map<Hash128, double> known_;
};

struct StrategyRunPlan {
  std::string_view original;  ///< a text known to fail
  const Schedule* schedule = nullptr;
  const Problem* problem = nullptr;
  const Parser* parser = nullptr;         ///< to check candidates; null: not checked
  std::optional<SizeLimit> small_enough;  ///< size at which to stop; nothing: the smallest
  /// May contain a journal with answers to texts that other runs asked for. Its stop source has the
  /// limits.
  Judge::Options judge;
  std::vector<Observer*> observers;
  std::function<std::size_t(const SharedText&)> count_tokens;  ///< for the curve; empty: no curve
  TestDurations* durations = nullptr;                          ///< null: not recorded
};

/// Adapts a parsed problem to the schedule, which may need no tree or a partial one; or returns why
/// the schedule cannot start on this text.
std::variant<Problem, std::string> problem_for(const Schedule& schedule, const Problem& parsed,
                                               std::string_view text);

/// All but the seconds is the same whether other strategies ran before or not.
struct StrategyRun {
  std::string strategy;
  std::string guarantee;  ///< the guarantee of the last step
  std::string result;     ///< the smallest failing text
  TestCounts counts;
  std::uint64_t parsed = 0;  ///< how many of the committed tests' texts parse
  bool parse_known = false;  ///< there was a grammar to check them with
  struct Point {
    std::uint64_t tests = 0;
    double seconds = 0;  ///< of the run on its own
    std::uint64_t bytes = 0, tokens = 0;
  };
  std::vector<Point> curve;   ///< the size after each success
  double test_s = 0;          ///< for the committed tests, as if each ran by itself
  std::uint64_t guessed = 0;  ///< committed tests that ran in an earlier process
  double own_s = 0;           ///< in the strategy itself: neither tests nor parsing
  EndedBy ended_by;
  std::string ended;  ///< why it ended early; empty: it did not

  /// Time of the run on its own, one test at a time.
  double alone_s() const { return test_s + own_s; }
};

/// Records in the result why the run ended early (a budget, a signal, a broken test).
StrategyRun run_for_record(Oracle& oracle, const StrategyRunPlan& plan);

}  // namespace grabr
