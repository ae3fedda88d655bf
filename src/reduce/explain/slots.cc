#include "reduce/explain/slots.h"

namespace grabr {
namespace {

/// A sequence of one part counts as that part, as in trees.
const Expr* single(const Expr* expr) {
  while (expr->kind == Expr::Kind::kSequence && expr->parts.size() == 1) {
    expr = &expr->parts.front();
  }
  return expr;
}

/// The sequence that derives the children of a rule or a group; null if there is none.
const Expr* sequence_of(const Tree& tree, const Slot& slot) {
  const Node node = tree[slot.node];
  if (node.kind == NodeKind::kRule) {
    const auto& alternatives = tree.grammar().rule(node.symbol).alternatives;
    return node.alternative() < alternatives.size() ? &alternatives[node.alternative()].body
                                                    : nullptr;
  }
  if (node.kind != NodeKind::kGroup || slot.expr == nullptr) return nullptr;
  if (slot.expr->kind == Expr::Kind::kSequence) return slot.expr;
  if (slot.expr->kind != Expr::Kind::kChoice) return nullptr;
  return node.alternative() < slot.expr->parts.size() ? &slot.expr->parts[node.alternative()]
                                                      : nullptr;
}

/// The part of a rule that derives child `i`; null if not known.
const Expr* expr_of_child(const Tree& tree, const Slot& slot, const Expr* sequence, std::size_t i) {
  const Node node = tree[slot.node];
  if (sequence != nullptr) {
    const bool alike = sequence->kind == Expr::Kind::kSequence &&
                       sequence->parts.size() == tree.children(slot.node).size();
    return alike ? single(&sequence->parts[i]) : nullptr;
  }
  if (slot.expr == nullptr) return nullptr;
  if (node.kind == NodeKind::kOptional && slot.expr->kind == Expr::Kind::kOptional) {
    return single(&slot.expr->parts.front());
  }
  if (node.kind == NodeKind::kList && slot.expr->kind == Expr::Kind::kRepeat) {
    const bool separator = node.separated && i % 2 == 1;
    return single(&slot.expr->parts[separator ? 1 : 0]);
  }
  return nullptr;
}

}  // namespace

std::vector<Slot> slots_below(const Tree& tree, const Slot& slot) {
  const bool classic = tree.grammar().notation == Notation::kClassic;
  const Expr* const sequence = classic ? nullptr : sequence_of(tree, slot);
  std::vector<Slot> slots;
  const auto children = tree.children(slot.node);
  for (std::size_t i = 0; i < children.size(); ++i) {
    slots.push_back({children[i], classic ? nullptr : expr_of_child(tree, slot, sequence, i)});
  }
  return slots;
}

}  // namespace grabr
