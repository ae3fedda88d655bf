// The Fuzzing Book's symbol_cost and expansion_cost. The book computes them by recursion with the
// set of symbols in progress; since the least cost never needs a symbol inside itself, the least
// fixpoint is the same number, and expansion_cost(expansion, {symbol}) is the fixpoint without that
// symbol.
//
//   <e> ::= <e> + <d> | <d>      <d> ::= 0 | 1
//
//   nonterminals: <d> 1, <e> 2 by its second alternative, 3 more than that by the first;
//   without <e>: the first alternative never ends, which is why growing sentences prefer it
//
// Sweeps over all parts, inner ones first, until nothing changes: at most one sweep per level of
// the grammar. Tested by tests/generate/costs_test.cc.
#include "generate/costs.h"

#include <algorithm>

namespace grabr {

Costs::Costs(const RuleParts& parts, Measure measure, Unlikely unlikely, SymbolId without)
    : parts_(parts),
      measure_(measure),
      without_(without),
      values_(parts.size(), kNeverEnds),
      takes_all_(parts.size(), unlikely == Unlikely::kCounts) {
  if (unlikely == Unlikely::kLeftOut) {
    for (PartId part = 0; part < parts.size(); ++part) takes_all_[part] = !has_likely_branch(part);
    relax();
    for (PartId part = 0; part < parts.size(); ++part) {
      if (values_[part] == kNeverEnds) takes_all_[part] = true;
    }
  }
  relax();
}

bool Costs::has_likely_branch(PartId part) const {
  for (std::uint32_t b = 0; b < parts_[part].branch_count; ++b) {
    if (parts_.weight(part, b) > 0) return true;
  }
  return false;
}

void Costs::relax() {
  for (bool changed = true; changed;) {
    changed = false;
    for (PartId part = parts_.size(); part-- > 0;) {
      const std::uint64_t value = evaluate(part);
      changed = changed || value < values_[part];
      values_[part] = value;
    }
  }
}

std::uint64_t Costs::join(std::uint64_t a, std::uint64_t b) const {
  return measure_ == Measure::kLevels ? std::max(a, b) : std::min(kNeverEnds, a + b);
}

std::uint64_t Costs::of_symbol(SymbolId symbol) const {
  if (parts_.grammar().symbols[symbol].terminal()) return 0;
  if (symbol == without_) return kNeverEnds;
  return std::min(kNeverEnds, 1 + values_[parts_.of_rule(symbol)]);
}

bool Costs::leaves_out(PartId part, std::uint32_t branch) const {
  if (parts_[part].kind != Expr::Kind::kChoice || takes_all_[part]) return false;
  return parts_.weight(part, branch) <= 0;
}

std::uint64_t Costs::of_branch(PartId part, std::uint32_t branch) const {
  const RulePart& known = parts_[part];
  const auto children = parts_.children(part);
  if (known.kind == Expr::Kind::kChoice) return values_[children[branch]];
  if (branch == kNone) return known.min > 0 ? kNeverEnds : 0;
  const std::uint64_t one = values_[children[0]];
  if (branch == kOne) return one;
  const std::uint64_t between = children.size() > 1 ? values_[children[1]] : 0;
  return join(join(one, between), one);
}

std::uint64_t Costs::evaluate(PartId part) const {
  const RulePart& known = parts_[part];
  if (known.kind == Expr::Kind::kSymbol) return of_symbol(known.symbol);
  std::uint64_t value = 0;
  if (known.kind == Expr::Kind::kSequence) {
    for (const PartId child : parts_.children(part)) value = join(value, values_[child]);
    return value;
  }
  value = kNeverEnds;
  for (std::uint32_t b = 0; b < known.branch_count; ++b) {
    if (leaves_out(part, b)) continue;
    value = std::min(value, of_branch(part, b));
  }
  return value;
}

}  // namespace grabr
