#include "generate/rule_parts.h"

#include <algorithm>

namespace grabr {
namespace {

std::vector<double> shares(const Rule& rule) {
  double given = 0;
  double without = 0;
  for (const Alternative& alternative : rule.alternatives) {
    alternative.probability < 0 ? without += 1 : given += alternative.probability;
  }
  const double rest = without > 0 ? std::max(0.0, 1 - given) / without : 0;
  std::vector<double> result;
  for (const Alternative& alternative : rule.alternatives) {
    result.push_back(alternative.probability < 0 ? rest : alternative.probability);
  }
  return result;
}

}  // namespace

RuleParts::RuleParts(const Grammar& grammar)
    : grammar_(grammar), rule_parts_(grammar.symbols.size(), ~PartId{0}) {
  for (const Rule& rule : grammar.rules) rule_parts_[rule.symbol] = add_rule(rule);
}

PartId RuleParts::add_rule(const Rule& rule) {
  const PartId id = new_part(Expr::Kind::kChoice);
  std::vector<PartId> bodies;
  for (const Alternative& alternative : rule.alternatives) bodies.push_back(add(alternative.body));
  set_children(id, bodies);
  set_branches(id, static_cast<std::uint32_t>(bodies.size()));
  const std::vector<double> weights = shares(rule);
  std::copy(weights.begin(), weights.end(), weights_.end() - std::ssize(weights));
  return id;
}

PartId RuleParts::add(const Expr& expr) {
  const PartId id = new_part(expr.kind);
  parts_[id].symbol = expr.symbol;
  parts_[id].min = expr.min;
  std::vector<PartId> inner;
  for (const Expr& part : expr.parts) inner.push_back(add(part));
  set_children(id, inner);
  switch (expr.kind) {
    case Expr::Kind::kChoice: set_branches(id, parts_[id].child_count); break;
    case Expr::Kind::kOptional: set_branches(id, 2); break;
    case Expr::Kind::kRepeat: set_branches(id, 3); break;
    case Expr::Kind::kSymbol:
    case Expr::Kind::kSequence: break;
  }
  return id;
}

PartId RuleParts::new_part(Expr::Kind kind) {
  RulePart part;
  part.kind = kind;
  parts_.push_back(part);
  return size() - 1;
}

void RuleParts::set_children(PartId part, const std::vector<PartId>& children) {
  parts_[part].first_child = static_cast<std::uint32_t>(children_.size());
  parts_[part].child_count = static_cast<std::uint32_t>(children.size());
  children_.insert(children_.end(), children.begin(), children.end());
}

void RuleParts::set_branches(PartId part, std::uint32_t count) {
  parts_[part].branch_count = count;
  parts_[part].first_branch = branch_total_;
  branch_total_ += count;
  weights_.resize(branch_total_, 1.0);
}

}  // namespace grabr
