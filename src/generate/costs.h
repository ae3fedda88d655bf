// The cost of completing a part of a rule, in nonterminals or levels of them.
#pragma once

#include <cstdint>
#include <vector>

#include "generate/rule_parts.h"

namespace grabr {

/// Sums stop growing here: the derivation never ends.
inline constexpr std::uint64_t kNeverEnds = std::uint64_t{1} << 62U;

/// Minimal costs of derivations, by part and by branch. A nonterminal costs 1 plus its cheapest
/// alternative.
class Costs {
 public:
  enum class Measure : std::uint8_t {
    kNonterminals,  ///< nodes: the costs of a sequence's parts are added
    kLevels,        ///< height: a sequence costs as much as its deepest part
  };

  enum class Unlikely : std::uint8_t {
    kCounts,   ///< alternatives with {"prob": 0} are treated like others
    kLeftOut,  ///< they are used only if nothing else ends
  };

  /// `without`: derivations that use this nonterminal count as endless.
  Costs(const RuleParts& parts, Measure measure, Unlikely unlikely = Unlikely::kCounts,
        SymbolId without = kNoSymbol);

  std::uint64_t of(PartId part) const { return values_[part]; }
  /// Endless for an impossible branch: a repetition of at least one cannot be empty.
  std::uint64_t of_branch(PartId part, std::uint32_t branch) const;
  std::uint64_t of_symbol(SymbolId symbol) const;
  /// Is the branch ignored because it is unlikely and others end?
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
  std::vector<bool> takes_all_;        // by part: including unlikely alternatives
};

}  // namespace grabr
