// Grows derivations: from a nonterminal to a tree of nodes whose tokens have no texts yet.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "generate/branch_coverage.h"
#include "generate/costs.h"
#include "generate/random_numbers.h"
#include "generate/rule_parts.h"
#include "grammar/model/grammar.h"
#include "text/named_value.h"
#include "tree/tree.h"

namespace grabr {

enum class GenerateStrategy : std::uint8_t {
  kRandom,    ///< alternatives weighted by their {"prob": p}
  kCost,      ///< all alternatives equally likely
  kCoverage,  ///< unused branches, and those that lead to them
};

inline constexpr NamedValue<GenerateStrategy> kGenerateStrategies[] = {
    {"random", GenerateStrategy::kRandom},
    {"cost", GenerateStrategy::kCost},
    {"coverage", GenerateStrategy::kCoverage},
};

/// Options for generating sentences.
struct GeneratorOptions {
  GenerateStrategy strategy = GenerateStrategy::kRandom;
  std::uint64_t seed = 0;
  SymbolId start = kNoSymbol;  ///< any nonterminal; kNoSymbol: the grammar's start symbol
  /// Number of nonterminals in a derivation. Below `min` the costliest branch is taken; `max` is
  /// kept if the shortest derivation and the depth allow.
  std::uint32_t min_nonterminals = 0;
  std::uint32_t max_nonterminals = 200;
  std::uint32_t max_depth = 0;  ///< levels of nonterminals, the start being 1; 0: no limit
};

/// A node before its tree is built; children by index. The first node is the root.
struct DraftNode {
  Node node;
  std::vector<std::uint32_t> children;
};
using Draft = std::vector<DraftNode>;

/// Larger derivations are abandoned.
inline constexpr std::uint64_t kMaxDerivationNodes = 1'000'000;

class Expander {
 public:
  Expander(const Grammar& grammar, const GeneratorOptions& options);
  Expander(const Expander&) = delete;  // its parts refer to each other
  Expander& operator=(const Expander&) = delete;

  /// Number of nonterminals in the smallest derivation; kNeverEnds if there is none.
  std::uint64_t least(SymbolId nonterminal) const { return costs_.of_symbol(nonterminal); }
  /// Nothing if it becomes too large, which cannot happen if no bound is below the minimum.
  std::optional<Draft> expand(SymbolId nonterminal, RandomNumbers& random);
  /// Can sentences of the nonterminal still use a branch that none has used so far?
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
  // `aims`: this part should lead to something uncovered.
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

  // The current derivation.
  RandomNumbers* random_ = nullptr;
  Draft draft_;
  std::vector<Open> open_;
  std::uint64_t needed_ = 0;  // nonterminals needed if every open one is expanded the cheapest way
  SymbolId start_ = kNoSymbol;
  std::uint32_t depth_ = 0;  // depth of the node being expanded
  SymbolId expanding_ = kNoSymbol;
};

}  // namespace grabr
