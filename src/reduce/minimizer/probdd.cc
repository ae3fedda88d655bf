// Probabilistic delta debugging. Each thing has a probability of being needed, 0.1 at first. Each
// test drops the set S of the least probable things, as many as make the expected gain
// |S|·prod(1-p) largest; S grows while the gain does not fall. If S cannot go, the probabilities of
// its things rise by Bayes' rule (reduce/minimizer/probability_search.cc), to 1 if S is a single
// thing.
//
//   8 things, the third needed: 1-8 stay, all are at .18; 1-5 stay, at .28; 6-8 go; 1-3 stay, at
//   .45; 4-5 go; 1-2 go; 3 stays
//
// O(n) tests. Minimal if the oracle is monotone, otherwise not even 1-minimal: a thing that is
// certain is never tried again. Equal probabilities are ordered by place, so dropping starts at the
// front.
// Source: G. Wang et al., "Probabilistic Delta Debugging" (ESEC/FSE 2021). Their code stops trying
// a thing at .8, and the code in Perses also starts at .25; here a thing stays only after it was
// tried alone.
// Tested by tests/reduce/list_minimizers_test.cc.
#include "reduce/minimizer/list_minimizers.h"
#include "reduce/minimizer/probability_search.h"

namespace grabr {
namespace {

/// Gains that should be equal, like 9·.9^9 and 10·.9^10, differ by rounding.
constexpr double kRounding = 1e-9;

double probability_of(const Uncertain& thing) { return thing.probability; }

std::size_t prefix_of_largest_gain(std::span<const Uncertain> ranked) {
  double none_needed = 1;
  double gain = 0;
  std::size_t size = 0;
  for (const Uncertain& one : ranked) {
    none_needed *= 1 - one.probability;
    const double next = static_cast<double>(size + 1) * none_needed;
    if (next < gain - kRounding) break;
    gain = next;
    ++size;
  }
  return size;
}

}  // namespace

ProbabilitySearch probdd_search() {
  return {.rank = probability_of, .choose = prefix_of_largest_gain};
}

Kept probdd(Session& session, const RemovableList& list) {
  return drop_improbable(session, list, probdd_search());
}

}  // namespace grabr
