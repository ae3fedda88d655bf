// Tested by tests/run/rate_search_test.cc.
#include "run/check/rate_search.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "text/error.h"

namespace grabr {
namespace {

/// Share of failing candidates that the first search may miss: most deletions work at once, and
/// missed ones are tried again.
constexpr double kFirstMissedShare = 0.2;
/// Most questions of the second search are new, and few of these candidates fail, since the first
/// search has been there. So it may miss this many times the wanted share of failing candidates
/// (measured: tools/bench-flaky.txt).
constexpr double kSeldomFails = 3;
constexpr unsigned kPassesBetweenChecks = 1000;
constexpr unsigned kAcceptedBetweenChecks = 20;
/// If a search goes back more often, it ends: the environment has probably changed.
constexpr unsigned kMaxStepsBack = 12;
/// Runs of the result that should fail, so that the bound is useful.
constexpr double kHitsOfResult = 15;
constexpr unsigned kMinRunsOfResult = 30;

}  // namespace

bool often_enough(const RateGoal& goal) {
  return goal.original.hits > 0 && misses_to_give_up(goal.original, goal.error) <= kMaxMisses;
}

RateRules rules_of(const RateGoal& goal, double patience, bool strict) {
  RateRules rules;
  rules.rate = least_rate(goal.original);
  rules.most_misses = misses_to_give_up(goal.original, patience);
  rules.error = goal.error;
  rules.strict = strict;
  return rules;
}

Judge::Options judge_options_of_rates(Judge::Options options) {
  options.oracle_keeps_runs = true;
  options.canary_every = kPassesBetweenChecks;
  options.accepted_between_checks = kAcceptedBetweenChecks;
  options.look_ahead = LookAhead::kInSequence;  // a forked copy would not have the runs
  return options;
}

void RateSearch::run(const std::function<void()>& search) {
  search_at(std::max(kFirstMissedShare, goal_.error), search);
  session_.forget_passing();
  search_at(patience(), search);
}

/// Few candidates fail at all. So this share of failing ones may be missed while the share of wrong
/// answers stays as wanted.
double RateSearch::patience() const {
  const TestCounts counts = session_.counts();
  const auto fail = static_cast<double>(std::max<std::uint64_t>(counts.fail, 1));
  const double missed = kSeldomFails * goal_.error * static_cast<double>(counts.pass) / fail;
  return std::clamp(missed, goal_.error, std::max(kFirstMissedShare, goal_.error));
}

void RateSearch::search_at(double patience, const std::function<void()>& search) {
  while (true) {
    oracle_.set_rules(rules_of(goal_, patience, strict_));
    try {
      search();
      session_.judge().forget_ahead();
      if (check(session_.best(), session_.stop)) return;
    } catch (const FalseStep&) {
    }
    go_back();
  }
}

/// From now on, one failure is not a proof.
void RateSearch::go_back() {
  session_.judge().forget_ahead();
  if (++looks_back_ > kMaxStepsBack) {
    throw Error(ErrorKind::kEnvironment,
                "too many steps turned out to fail too rarely: something that the test depends on "
                "has changed, or many edits make the failure rarer");
  }
  oracle_.set_rules(rules_of(goal_, goal_.error, strict_));
  for (std::size_t i = 0; i < bests_.count(); ++i) {
    const std::string earlier = bests_[i];
    if (!check(earlier, session_.stop)) continue;
    if (i == 0) return session_.judge().forget_ahead();  // it was not as wrong as it seemed
    strict_ = true;
    ++steps_back_;
    session_.go_back_to(earlier);
    session_.forget_passing();
    return;
  }
  throw Error(
      ErrorKind::kEnvironment,
      "the original fails more rarely than before: something that the test depends on has changed");
}

bool RateSearch::check(const std::string& text, const StopToken& stop) {
  return oracle_.holds(text) || oracle_.check(text, stop);
}

Hits RateSearch::confirm(const StopToken& stop) {
  session_.judge().forget_ahead();
  session_.stop = stop;
  while (!check(session_.best(), stop)) go_back();
  const double least = rules_of(goal_, goal_.error).rate;
  const auto runs = static_cast<unsigned>(std::ceil(kHitsOfResult / least));
  // Includes the check's runs: the number of runs is fixed before the first one.
  const std::string best = session_.best();
  Hits seen = oracle_.held_by(best);
  const unsigned all = std::max({runs, kMinRunsOfResult, seen.runs}), further = all - seen.runs;
  const Hits more = oracle_.measure(best, {further, further}, stop);
  seen.hits += more.hits;
  seen.runs += more.runs;
  return seen;
}

}  // namespace grabr
