// The search with a flaky test (--flaky). First runs the passes with few runs per candidate; then,
// on the small rest, with as many as the wanted error rate needs. Undoes steps that turn out to be
// wrong, and measures how often the result fails.
#pragma once

#include <functional>
#include <string>

#include "oracle/answers/rate_oracle.h"
#include "oracle/stop_token.h"
#include "reduce/core/session.h"
#include "run/check/witnesses.h"

namespace grabr {

inline constexpr double kFlakyError = 0.001;

/// How often the original fails: runs until it has failed 20 times, at most 400 runs.
inline constexpr RateOracle::Wanted kRunsOfOriginal = {20, 400};

/// The failure rate that the search must keep.
struct RateGoal {
  Hits original;               ///< failures and runs of the original
  double error = kFlakyError;  ///< the probability that an answer "does not fail" is wrong
};

/// Does it fail often enough? Otherwise, rejecting a candidate that never fails would take more
/// than a thousand runs.
bool often_enough(const RateGoal& goal);

/// Rules for a search that wrongly rejects a failing candidate with probability `patience`.
RateRules rules_of(const RateGoal& goal, double patience, bool strict = false);

/// The options, changed for a judge over a RateOracle.
Judge::Options judge_options_of_rates(Judge::Options options);

class RateSearch {
 public:
  /// All must outlive it; `bests` must be an observer of the session.
  RateSearch(Session& session, RateOracle& oracle, const Witnesses& bests, const RateGoal& goal)
      : session_(session), oracle_(oracle), bests_(bests), goal_(goal) {}

  /// Runs `search` several times, each time on the session's best. Throws as it does.
  void run(const std::function<void()>& search);

  /// Call after the search: goes back to the last best text that fails at the rate, and returns how
  /// often. Throws Error(kEnvironment) if even the original no longer does; and if stopped.
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
