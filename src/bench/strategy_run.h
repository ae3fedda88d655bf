// One strategy run on one input, and what a comparison wants to know about the run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "oracle/answers/judge.h"
#include "reduce/problem.h"
#include "reduce/schedule.h"
#include "reduce/core/session.h"
#include "text/error.h"
#include "text/hash.h"

namespace grabr {

/// How long the tests took that have run in this process, for those that need not run again.
class TestDurations {
 public:
  /// `usual_s`: of tests about which nothing is known yet.
  explicit TestDurations(double usual_s = 0) : usual_s_(usual_s) {}

  void note(std::string_view text, double seconds);
  bool knows(std::string_view text) const { return known_.contains(hash128(text)); }
  /// Of a test of this text; where it has not run in this process, the mean of those that have.
  double of(std::string_view text) const;

 private:
  double usual_s_;
  double sum_s_ = 0;
  std::unordered_map<Hash128, double> known_;
};

struct StrategyRunPlan {
  std::string_view original;             ///< known to fail
  const Schedule* schedule = nullptr;
  const Problem* problem = nullptr;
  const Parser* parser = nullptr;        ///< with which candidates are checked; null: they are not
  std::uint64_t max_tests = 0;           ///< 0: no limit
  std::uint64_t small_enough_bytes = 0;  ///< of the result; 0: as small as can be
  /// May hold a journal with answers to texts that others have asked for.
  Judge::Options judge;
  std::vector<Observer*> observers;
  TestDurations* durations = nullptr;    ///< null: nobody wants to know
};

/// The problem as the schedule wants it, of one that was parsed by the documented choice; or why it
/// cannot begin with this text.
std::variant<Problem, std::string> problem_for(const Schedule& schedule, const Problem& parsed,
                                               std::string_view text);

/// Everything but the seconds is the same whether others ran before or not.
struct StrategyRun {
  std::string strategy;
  std::string guarantee;       ///< of the last step
  std::string result;          ///< the smallest failing text
  TestCounts counts;
  std::uint64_t parsed = 0;    ///< of the committed tests, those of texts that parse
  bool parse_known = false;    ///< there was a grammar to check them with
  double test_s = 0;           ///< of the committed tests, as if each ran by itself
  std::uint64_t guessed = 0;   ///< of the committed tests, those that ran in an earlier process
  double own_s = 0;            ///< of the strategy: neither tests nor checks whether texts parse
  EndedBy ended_by;
  std::string ended;           ///< why it ended early; empty: it did not

  /// What the run takes alone, one test at a time.
  double alone_s() const { return test_s + own_s; }
};

/// What ends the run early (a budget, a signal, a broken test) is part of what it returns.
StrategyRun run_for_record(Oracle& oracle, const StrategyRunPlan& plan);

}  // namespace grabr
