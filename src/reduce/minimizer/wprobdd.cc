// Weighted ProbDD: things are ordered by their expected weight w·(1-p), the largest first. The next
// test drops the prefix of that order with the largest gain, sum(w)·prod(1-p), the shortest of
// equals. All things start at .25 and stay when they reach .8; probabilities rise as in ProbDD.
//
//   things a b c d of weight 1 1 1 3, c needed: d goes; abc stay, at .43; ab go; c stays
//
// O(n) tests. Not 1-minimal: a thing may stay that was never tried alone.
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
