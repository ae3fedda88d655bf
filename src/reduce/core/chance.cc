// Tested by tests/reduce/chance_test.cc.
#include "reduce/core/chance.h"

#include <algorithm>

namespace grabr {
namespace {

constexpr double kKeptShareOfOldAnswers = 0.97;  // at each new answer
/// The usual chance of a phase weighs as much as this number of answers.
constexpr double kUsualWeightInAnswers = 10;

/// The shares of interesting candidates in a phase of `auto`: after a candidate that was not
/// interesting, and after one that was. src/decisions.md tells their source.
struct UsualShares {
  std::string_view phase;
  double shares[2];
};
constexpr UsualShares kShares[] = {
    {"certificate", {0.01, 0.01}}, {"contents", {0.2, 0.3}}, {"delete", {0.25, 0.5}},
    {"inline", {0.05, 0.2}},       {"layers", {0.1, 0.4}},   {"layout", {0.9, 0.9}},
    {"names", {0.05, 0.2}},        {"pairs", {0.1, 0.2}},    {"replace", {0.08, 0.25}},
    {"shorter", {0.6, 0.6}},       {"tokens", {0.06, 0.35}},
};
constexpr UsualShares kOtherPhases = {"", {0.15, 0.4}};

}  // namespace

ChanceEstimate::Rates ChanceEstimate::usual(std::string_view phase) {
  const auto found = std::ranges::find(kShares, phase, &UsualShares::phase);
  const auto& shares = (found == std::end(kShares) ? kOtherPhases : *found).shares;
  return {Rate{kUsualWeightInAnswers * shares[0], kUsualWeightInAnswers},
          Rate{kUsualWeightInAnswers * shares[1], kUsualWeightInAnswers}};
}

double ChanceEstimate::of(std::string_view phase) const {
  const auto found = rates_.find(phase);
  const Rate rate = (found == rates_.end() ? usual(phase) : found->second)[last_failed_ ? 1 : 0];
  return rate.fails / rate.all;
}

void ChanceEstimate::note(std::string_view phase, bool failed) {
  auto found = rates_.find(phase);
  if (found == rates_.end()) found = rates_.emplace(phase, usual(phase)).first;
  Rate& rate = found->second[last_failed_ ? 1 : 0];
  rate.fails = kKeptShareOfOldAnswers * rate.fails + (failed ? 1 : 0);
  rate.all = kKeptShareOfOldAnswers * rate.all + 1;
  last_failed_ = failed;
}

}  // namespace grabr
