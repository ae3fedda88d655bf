// The Fuzzing Book's GrammarCoverageFuzzer looks ahead, one level deeper at a time, until one of
// the expansions leads to new coverage, and takes that one. The distance to the nearest uncovered
// branch gives the same directly: the minimum over what a part may contain, plus one for each
// nonterminal on the way. Optional parts and repetitions have branches like alternatives.
//
//   <e> ::= <t> + <e> | <t>    <t> ::= ( <e> ) | <d>    <d> ::= 0 | 1
//
//   with all covered but <d> ::= 1, the distance is 1 from <t> → <d>, 2 from <e> → <t>
//
// Distances are recomputed after each newly covered branch: O(branches · parts) in total, times the
// few sweeps that a fixpoint takes. Tested by tests/generate/generator_test.cc.
#include "generate/branch_coverage.h"

#include <algorithm>

namespace grabr {

BranchCoverage::BranchCoverage(const RuleParts& parts, const Costs& costs)
    : parts_(parts), costs_(costs), covered_(parts.branch_total(), false) {}

void BranchCoverage::cover(PartId part, std::uint32_t branch) {
  const std::uint32_t number = parts_[part].first_branch + branch;
  if (covered_[number]) return;
  covered_[number] = true;
  stale_ = true;
}

std::uint64_t BranchCoverage::distance(PartId part, std::uint32_t branch) {
  if (stale_) find_distances();
  return of_branch(part, branch);
}

std::uint64_t BranchCoverage::distance_in(PartId part) {
  if (stale_) find_distances();
  return distances_[part];
}

void BranchCoverage::find_distances() {
  stale_ = false;
  distances_.assign(parts_.size(), kNeverEnds);
  for (bool changed = true; changed;) {
    changed = false;
    for (PartId part = parts_.size(); part-- > 0;) {
      const std::uint64_t value = evaluate(part);
      changed = changed || value < distances_[part];
      distances_[part] = value;
    }
  }
}

std::uint64_t BranchCoverage::of_branch(PartId part, std::uint32_t branch) const {
  if (costs_.of_branch(part, branch) >= kNeverEnds) return kNeverEnds;
  if (!is_covered(part, branch)) return 0;
  const auto children = parts_.children(part);
  if (parts_[part].kind == Expr::Kind::kChoice) return distances_[children[branch]];
  if (branch == kNone) return kNeverEnds;
  const bool between = branch == kMore && children.size() > 1;
  return between ? std::min(distances_[children[0]], distances_[children[1]])
                 : distances_[children[0]];
}

std::uint64_t BranchCoverage::evaluate(PartId part) const {
  const RulePart& known = parts_[part];
  if (costs_.of(part) >= kNeverEnds) return kNeverEnds;
  std::uint64_t value = kNeverEnds;
  if (known.kind == Expr::Kind::kSymbol) {
    if (parts_.grammar().symbols[known.symbol].terminal()) return kNeverEnds;
    return std::min(kNeverEnds, 1 + distances_[parts_.of_rule(known.symbol)]);
  }
  if (known.kind == Expr::Kind::kSequence) {
    for (const PartId child : parts_.children(part)) value = std::min(value, distances_[child]);
    return value;
  }
  for (std::uint32_t b = 0; b < known.branch_count; ++b) {
    value = std::min(value, of_branch(part, b));
  }
  return value;
}

}  // namespace grabr
