// Counter-based delta debugging: ProbDD with a fixed schedule of sizes instead of probabilities.
// Round r sweeps the list once in blocks of s_r consecutive things and drops each block that can
// go. The sizes are: s_r = argmax s·(1-p_r)^s for the probability p_r that ProbDD would give a
// thing after r failed rounds, p_r = p_0 / (1-1/e)^r. With p_0 = 0.1: 10, 6, 3, 2, 1.
//
//   8 things, the third needed: 1-8 stays; 1-6 stays, 7-8 goes; 1-3 stays, 4-6 goes; 1-2 goes,
//   3 stays; 3 stays
//
// O(n) tests. Not 1-minimal: the last round tries each single thing once, and a later removal may
// make an earlier one possible. The published implementation counts failed rounds by thing, which
// differs only where a round ends.
// Source: M. Zhang et al., "Toward a Better Understanding of Probabilistic Delta Debugging" (2024).
// Tested by tests/reduce/list_minimizers_test.cc.
#include <algorithm>
#include <numbers>

#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

constexpr double kFirstProbability = 0.1;
constexpr double kRoundFactor = 1 / (1 - 1 / std::numbers::e);

/// argmax s·(1-p)^s, the larger of two equals: s + 1 is no worse than s while s <= 1/p - 1.
std::size_t block_size(double probability) {
  constexpr double kRounding = 1e-9;
  return std::max<std::size_t>(1, static_cast<std::size_t>(1 / probability + kRounding));
}

void sweep_blocks(Session& session, const RemovableList& list, Kept& kept, std::size_t size) {
  for (std::size_t begin = 0; begin < kept.size();) {
    const Cut block = {begin, std::min(begin + size, kept.size())};
    if (!try_cut(session, list, kept, block)) begin = block.end;
  }
}

}  // namespace

Kept cdd(Session& session, const RemovableList& list) {
  Kept kept = keep_all(list);
  std::size_t size = 0;
  for (double p = kFirstProbability; size != 1; p *= kRoundFactor) {
    size = block_size(p);
    sweep_blocks(session, list, kept, size);
  }
  return kept;
}

}  // namespace grabr
