// The search for a failure that shows only now and then: goes through its passes first with little
// patience for candidates that do not fail, then, on the little that is left, with as much as the
// wanted error takes; goes back from a step that does not hold; says how often the result fails.
#pragma once

#include <functional>
#include <string>

#include "oracle/answers/rate_oracle.h"
#include "oracle/stop_token.h"
#include "reduce/core/session.h"
#include "run/check/witnesses.h"

namespace grabr {

inline constexpr double kFlakyError = 0.001;

/// Runs of an original, to find out how often it fails.
inline constexpr RateOracle::Wanted kRunsOfOriginal = {20, 400};

/// What the search is to keep.
struct RateGoal {
  Hits original;               ///< of its runs so many failed
  double error = kFlakyError;  ///< of the answers "does not fail" that may be wrong, and of checks
};

/// Whether it fails often enough for its candidates to be tested: else one that never fails would
/// take more than a thousand runs.
bool often_enough(const RateGoal& goal);

/// Rules for a search in which candidates are given up with a chance of `patience`.
RateRules rules_of(const RateGoal& goal, double patience, bool strict = false);

/// Those of a judge of a RateOracle.
Judge::Options judge_options_of_rates(Judge::Options options);

class RateSearch {
 public:
  /// All must outlive it; `bests` watches the session.
  RateSearch(Session& session, RateOracle& oracle, const Witnesses& bests, const RateGoal& goal)
      : session_(session), oracle_(oracle), bests_(bests), goal_(goal) {}

  /// `search` is run several times, each on the session's best. Throws as it does.
  void run(const std::function<void()>& search);

  /// After the search: goes back until a text is found that fails at the rate, and measures how
  /// often. Throws Error(kEnvironment) if even the original no longer does, and if `stop` ends it.
  Hits confirm(const StopToken& stop);

  unsigned steps_back() const { return steps_back_; }

 private:
  void search_at(double patience, const std::function<void()>& search);
  double patience() const;
  void go_back();
  bool check(const std::string& text, const StopToken& stop);

  Session& session_;
  RateOracle& oracle_;
  const Witnesses& bests_;
  RateGoal goal_;
  bool strict_ = false;
  unsigned steps_back_ = 0;
  unsigned looks_back_ = 0;
};

}  // namespace grabr
