// What it takes to bring a part of a rule to its end: nonterminals, or levels of them.
#pragma once

#include <cstdint>
#include <vector>

#include "generate/rule_parts.h"

namespace grabr {

/// Sums stop here: it never ends.
inline constexpr std::uint64_t kNeverEnds = std::uint64_t{1} << 62U;

/// The least that derivations take, by part and by branch. A nonterminal counts 1 and what its
/// cheapest alternative takes.
class Costs {
 public:
  enum class Measure : std::uint8_t {
    kNonterminals,  ///< nodes: the parts of a sequence add up
    kLevels,        ///< height: the deepest part of a sequence counts
  };

  enum class Unlikely : std::uint8_t {
    kCounts,   ///< alternatives with {"prob": 0} are as good as others
    kLeftOut,  ///< they count only where nothing else ends
  };

  /// `without`: derivations that use this nonterminal count as endless.
  Costs(const RuleParts& parts, Measure measure, Unlikely unlikely = Unlikely::kCounts,
        SymbolId without = kNoSymbol);

  std::uint64_t of(PartId part) const { return values_[part]; }
  /// Endless for a branch that there is not: a repetition of at least one is never none.
  std::uint64_t of_branch(PartId part, std::uint32_t branch) const;
  std::uint64_t of_symbol(SymbolId symbol) const;
  /// Does the branch not count, as it is unlikely and others end?
  bool leaves_out(PartId part, std::uint32_t branch) const;

 private:
  std::uint64_t join(std::uint64_t a, std::uint64_t b) const;
  std::uint64_t evaluate(PartId part) const;
  bool has_likely_branch(PartId part) const;
  void relax();

  const RuleParts& parts_;
  Measure measure_;
  SymbolId without_;
  std::vector<std::uint64_t> values_;  // by part
  std::vector<bool> takes_all_;        // by part: unlikely alternatives, too
};

}  // namespace grabr
