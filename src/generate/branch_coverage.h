// Tracks which branches of a grammar's rules generated sentences have used, and finds the way to
// the nearest unused one.
#pragma once

#include <cstdint>
#include <vector>

#include "generate/costs.h"
#include "generate/rule_parts.h"

namespace grabr {

class BranchCoverage {
 public:
  /// Branches that no derivation can use are left out. All arguments must outlive this.
  BranchCoverage(const RuleParts& parts, const Costs& costs);

  void cover(PartId part, std::uint32_t branch);
  bool is_covered(PartId part, std::uint32_t branch) const {
    return covered_[parts_[part].first_branch + branch];
  }
  /// Number of expansions from here to an uncovered branch: 0 if this is one, kNeverEnds if none
  /// can be reached.
  std::uint64_t distance(PartId part, std::uint32_t branch);
  /// The same for any branch of a part, or of a nonterminal's rule.
  std::uint64_t distance_in(PartId part);
  std::uint64_t distance_from(SymbolId nonterminal) {
    return distance_in(parts_.of_rule(nonterminal));
  }

 private:
  void find_distances();
  std::uint64_t of_branch(PartId part, std::uint32_t branch) const;
  std::uint64_t evaluate(PartId part) const;

  const RuleParts& parts_;
  const Costs& costs_;
  std::vector<bool> covered_;             // by branch
  std::vector<std::uint64_t> distances_;  // by part
  bool stale_ = true;
};

}  // namespace grabr
