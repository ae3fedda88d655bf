// A grammar's rules as a table of parts, each with its branches, the ways to expand it.
//
//   list: '[' (value % ',')? ']'      a choice of one branch, a sequence of three parts, of which
//                                     the second is a repetition with the branches none, one, more
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

using PartId = std::uint32_t;

struct RulePart {
  Expr::Kind kind = Expr::Kind::kSequence;
  SymbolId symbol = kNoSymbol;    ///< used by kSymbol
  std::uint32_t min = 0;          ///< used by kRepeat
  std::uint32_t first_child = 0;  ///< into the table's children
  std::uint32_t child_count = 0;
  /// Branches: a choice has one per child; an optional part absent and present; a repetition none,
  /// one and more. 0: there is no choice.
  std::uint32_t branch_count = 0;
  std::uint32_t first_branch = 0;  ///< index of the first branch among those of all parts
};

/// Branches of a repetition.
enum RepeatBranch : std::uint32_t { kNone, kOne, kMore };

class RuleParts {
 public:
  explicit RuleParts(const Grammar& grammar);

  const Grammar& grammar() const { return grammar_; }
  /// The choice among the alternatives of a nonterminal.
  PartId of_rule(SymbolId nonterminal) const { return rule_parts_[nonterminal]; }
  const RulePart& operator[](PartId part) const { return parts_[part]; }
  std::span<const PartId> children(PartId part) const {
    return {children_.data() + parts_[part].first_child, parts_[part].child_count};
  }
  /// Nested parts have higher numbers than the part that contains them.
  PartId size() const { return static_cast<PartId>(parts_.size()); }
  std::uint32_t branch_total() const { return branch_total_; }
  /// The probability of a branch: from {"prob": p} of an alternative; alternatives without it share
  /// the rest equally.
  double weight(PartId part, std::uint32_t branch) const {
    return weights_[parts_[part].first_branch + branch];
  }

 private:
  PartId add(const Expr& expr);
  PartId add_rule(const Rule& rule);
  PartId new_part(Expr::Kind kind);
  void set_children(PartId part, const std::vector<PartId>& children);
  void set_branches(PartId part, std::uint32_t count);

  const Grammar& grammar_;
  std::vector<RulePart> parts_;
  std::vector<PartId> children_;
  std::vector<PartId> rule_parts_;  // by symbol
  std::vector<double> weights_;     // by branch
  std::uint32_t branch_total_ = 0;
};

}  // namespace grabr
