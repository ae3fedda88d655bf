// Encodes a tree as the numbers that generate it. It walks over the tree and the grammar's
// expressions together, with a stack. The node tells which part of a choice made it.
// Tested by tests/reduce/choices_test.cc: decode(encode(tree)) has the tree's tokens.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "reduce/literature/choice_sequence.h"

namespace grabr {
namespace {

/// Was the node made by the expression? Symbols are compared, but not entered.
bool made_by(const Tree& tree, NodeId id, const Expr& expr) {
  const Node& node = tree[id];
  const auto children = tree.children(id);
  switch (expr.kind) {
    case Expr::Kind::kSymbol:
      return (node.kind == NodeKind::kRule || node.kind == NodeKind::kToken) &&
             node.symbol == expr.symbol;
    case Expr::Kind::kOptional:
      return node.kind == NodeKind::kOptional &&
             (children.empty() || made_by(tree, children[0], expr.parts[0]));
    case Expr::Kind::kRepeat:
      if (node.kind != NodeKind::kList || node.separated != (expr.parts.size() > 1)) return false;
      for (std::size_t i = 0; i < children.size(); ++i) {
        if (!made_by(tree, children[i], expr.parts[node.separated ? i % 2 : 0])) return false;
      }
      return true;
    case Expr::Kind::kChoice:
      return node.kind == NodeKind::kGroup ||
             std::ranges::any_of(expr.parts,
                                 [&](const Expr& part) { return made_by(tree, id, part); });
    case Expr::Kind::kSequence: break;
  }
  if (expr.parts.size() == 1) return made_by(tree, id, expr.parts[0]);
  return node.kind == NodeKind::kGroup && children.size() == expr.parts.size();
}

}  // namespace

class ChoiceCoder::Encoder {
 public:
  Encoder(const ChoiceCoder& coder, const Tree& tree)
      : coder_(coder), tree_(tree), classic_(coder.grammar_.notation == Notation::kClassic) {}

  std::optional<ChoiceValues> run() {
    if (tree_.root() == kNoNode) return std::nullopt;
    todo_.push_back({&coder_.symbols_[tree_[tree_.root()].symbol], tree_.root(), kWhole});
    while (!todo_.empty()) {
      const Step step = todo_.back();
      todo_.pop_back();
      if (step.element != kWhole) next_element(*step.expr, step.node, step.element);
      else if (!encode(*step.expr, step.node)) return std::nullopt;
    }
    return std::move(values_);
  }

 private:
  static constexpr std::uint32_t kWhole = ~std::uint32_t{0};
  struct Step {
    const Expr* expr = nullptr;
    NodeId node = kNoNode;
    std::uint32_t element = kWhole;  ///< of a list: continue with this element
  };

  bool put_rank(const std::vector<std::uint32_t>& order, std::uint32_t taken) {
    const auto at = std::ranges::find(order, taken);
    if (at == order.end()) return false;
    if (order.size() > 1) values_.push_back(static_cast<std::uint32_t>(at - order.begin()));
    return true;
  }

  bool encode(const Expr& expr, NodeId id) {
    const Node& node = tree_[id];
    const auto children = tree_.children(id);
    switch (expr.kind) {
      case Expr::Kind::kSymbol: return symbol(expr, id);
      case Expr::Kind::kChoice: return choice(expr, id);
      case Expr::Kind::kSequence:
        if (expr.parts.size() != 1) return node.kind == NodeKind::kGroup && parts(expr, children);
        todo_.push_back({expr.parts.data(), id, kWhole});
        return true;
      case Expr::Kind::kOptional:
        if (node.kind != NodeKind::kOptional) return false;
        values_.push_back(children.empty() ? 0 : 1);
        if (!children.empty()) todo_.push_back({expr.parts.data(), children[0], kWhole});
        return true;
      case Expr::Kind::kRepeat: break;
    }
    if (node.kind != NodeKind::kList) return false;
    todo_.push_back({&expr, id, 0});
    return true;
  }

  bool symbol(const Expr& expr, NodeId id) {
    const Node& node = tree_[id];
    if (node.symbol != expr.symbol) return false;
    if (coder_.grammar_.symbols[expr.symbol].terminal()) {
      const auto& texts = coder_.texts_[expr.symbol];
      const auto text = std::ranges::find(texts, tree_.token_text(id));
      if (text == texts.end()) return false;
      if (texts.size() > 1) values_.push_back(static_cast<std::uint32_t>(text - texts.begin()));
      return true;
    }
    const auto& alternatives = coder_.grammar_.rule(expr.symbol).alternatives;
    return node.kind == NodeKind::kRule && node.alternative() < alternatives.size() &&
           put_rank(coder_.orders_[expr.symbol], node.alternative()) &&
           parts(alternatives[node.alternative()].body, tree_.children(id));
  }

  /// Encodes a choice. A group of a single part is that part, so the part must tell the
  /// alternative.
  bool choice(const Expr& expr, NodeId id) {
    const auto& order = coder_.orders_[coder_.part_of(expr)];
    const Node& node = tree_[id];
    for (std::uint32_t i = 0; i < expr.parts.size(); ++i) {
      const Expr& part = expr.parts[i];
      const bool sequence = part.kind == Expr::Kind::kSequence && part.parts.size() != 1;
      const bool group = node.kind == NodeKind::kGroup && node.alternative() == i && sequence &&
                         part.parts.size() == tree_.children(id).size();
      if (!group && (sequence || !made_by(tree_, id, part))) continue;
      if (!put_rank(order, i)) return false;
      todo_.push_back({&part, id, kWhole});
      return true;
    }
    return false;
  }

  bool parts(const Expr& expr, std::span<const NodeId> children) {
    std::vector<Step> steps;
    std::size_t next = 0;
    for (const Expr& part : expr.parts) {
      const bool literal = classic_ && part.kind == Expr::Kind::kSymbol &&
                           coder_.grammar_.symbols[part.symbol].terminal();
      if (literal) continue;  // neighbouring literals are one token, with nothing to choose
      while (classic_ && next < children.size() && tree_.is_token(children[next])) {
        ++next;
      }
      if (next == children.size()) return false;
      steps.push_back({&part, children[next++], kWhole});
    }
    if (!classic_ && next != children.size()) return false;
    todo_.insert(todo_.end(), steps.rbegin(), steps.rend());
    return true;
  }

  void next_element(const Expr& list, NodeId id, std::uint32_t element) {
    const auto children = tree_.children(id);
    const std::uint32_t step = list.parts.size() > 1 ? 2 : 1;
    const std::size_t at = std::size_t{element} * step;
    values_.push_back(at < children.size() ? 1 : 0);
    if (at >= children.size()) return;
    todo_.push_back({&list, id, element + 1});
    todo_.push_back({list.parts.data(), children[at], kWhole});
    if (step == 2 && at > 0) todo_.push_back({&list.parts[1], children[at - 1], kWhole});
  }

  const ChoiceCoder& coder_;
  const Tree& tree_;
  const bool classic_;
  std::vector<Step> todo_;
  ChoiceValues values_;
};

std::optional<ChoiceValues> ChoiceCoder::encode(const Tree& tree) const {
  return Encoder(*this, tree).run();
}

}  // namespace grabr
