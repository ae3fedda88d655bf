// Weighted ProbDD: what is dropped first is what has the largest weight to be expected, w·(1-p).
// Among the prefixes of that order the one with the largest gain, sum(w)·prod(1-p), goes into the
// next test; all prefixes are looked at, the shortest of equals is taken. All things start at .25
// and stay when they reach .8; probabilities rise as in ProbDD.
//
//   things a b c d of weight 1 1 1 3, c needed: d goes; abc stay, at .43; ab go; c stays
//
// O(n) questions. Not 1-minimal: a thing may stay that was never asked for alone.
// Source: X. Zhou et al., "WDD: Weighted Delta Debugging" (ICSE 2025), the authors' code.
// Tested by tests/reduce/list_minimizers_test.cc.
#include "reduce/minimizer/list_minimizers.h"
#include "reduce/minimizer/probability_search.h"

namespace grabr {
namespace {

double minus_expected_weight(const Uncertain& thing) {
  return (thing.probability - 1) * thing.weight;
}

std::size_t prefix_of_largest_weight(std::span<const Uncertain> ranked) {
  double none_needed = 1;
  double weight = 0;
  double best_gain = 0;
  std::size_t best = 1;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    none_needed *= 1 - ranked[i].probability;
    weight += ranked[i].weight;
    if (weight * none_needed <= best_gain) continue;
    best_gain = weight * none_needed;
    best = i + 1;
  }
  return best;
}

}  // namespace

Kept wprobdd(Session& session, const RemovableList& list) {
  return drop_improbable(session, list,
                         {.start = 0.25,
                          .certain = 0.8,
                          .rank = minus_expected_weight,
                          .choose = prefix_of_largest_weight});
}

}  // namespace grabr
