// Grows derivations: from a nonterminal to a tree of nodes whose tokens have no text yet.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "generate/branch_coverage.h"
#include "generate/costs.h"
#include "generate/generator_options.h"
#include "generate/random_numbers.h"
#include "generate/rule_parts.h"
#include "tree/tree.h"

namespace grabr {

/// A node before its tree is built; children by index. The first one is the root.
struct DraftNode {
  Node node;
  std::vector<std::uint32_t> children;
};
using Draft = std::vector<DraftNode>;

/// A derivation of more nodes is given up.
inline constexpr std::uint64_t kMostNodes = 1'000'000;

class Expander {
 public:
  Expander(const Grammar& grammar, const GeneratorOptions& options);
  Expander(const Expander&) = delete;  // its parts refer to each other
  Expander& operator=(const Expander&) = delete;

  /// Nonterminals of the smallest derivation; kNeverEnds when there is none.
  std::uint64_t least(SymbolId nonterminal) const { return costs_.of_symbol(nonterminal); }
  /// Nothing when it becomes too large; never where no bound is below the least.
  std::optional<Draft> expand(SymbolId nonterminal, RandomNumbers& random);
  /// Whether sentences of the nonterminal could use a branch that none has used.
  bool can_cover_more(SymbolId nonterminal) {
    return coverage_.distance_from(nonterminal) < kNeverEnds;
  }

 private:
  struct Open {
    std::uint32_t node = 0;
    std::uint32_t depth = 0;
  };

  Open take_open();
  void expand_node(Open open);
  // `aims`: this part is to lead to what is not covered.
  void add_children(PartId body, std::uint32_t to, bool aims);
  void add_part(PartId part, std::uint32_t to, bool aims);
  void add_symbol(SymbolId symbol, std::uint32_t to);
  void add_group(PartId body, std::uint32_t alternative, std::uint32_t to, bool aims);
  void add_optional(PartId part, std::uint32_t to, bool aims);
  void add_list(PartId part, std::uint32_t to, bool aims);
  std::uint32_t add_node(NodeKind kind, SymbolId symbol, std::uint32_t to);

  std::uint32_t choose(PartId part, bool aims);
  std::vector<std::uint32_t> possible(PartId part) const;
  void keep_for_coverage(PartId part, bool aims, std::vector<std::uint32_t>& among);
  bool covers() const { return options_.strategy == GenerateStrategy::kCoverage && !grows(); }
  std::uint32_t choose_by_weight(PartId part, const std::vector<std::uint32_t>& among);
  std::uint64_t growth(PartId part, std::uint32_t branch);
  bool goes_on(PartId list, std::uint32_t count);
  SymbolId single_symbol(PartId part) const;
  bool fits(std::uint64_t more) const {
    return more == 0 || needed_ + more <= options_.max_nonterminals;
  }
  bool grows() const { return needed_ < options_.min_nonterminals; }

  const Grammar& grammar_;
  GeneratorOptions options_;
  RuleParts parts_;
  Costs costs_;
  Costs levels_;
  BranchCoverage coverage_;
  std::map<SymbolId, Costs> costs_without_;

  // Of the derivation under way.
  RandomNumbers* random_ = nullptr;
  Draft draft_;
  std::vector<Open> open_;
  std::uint64_t needed_ = 0;           // nonterminals, when all that is open ends the shortest way
  SymbolId start_ = kNoSymbol;
  std::uint32_t depth_ = 0;            // of the node being expanded
  SymbolId expanding_ = kNoSymbol;
};

}  // namespace grabr
