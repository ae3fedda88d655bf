// Costs are computed in rounds until nothing changes. A cheapest derivation has no symbol inside
// itself, so there are no more rounds than nonterminals, and in practice a few. Analysis has
// cheapest alternatives only for whole rules; here a choice inside a rule is ordered, too, so that
// following the first choice always ends.
// Tested by tests/reduce/choices_test.cc and tests/reduce/generative_test.cc.
#include "reduce/literature/minimal_yield.h"

#include <algorithm>
#include <limits>
#include <span>

namespace grabr {
namespace {

constexpr std::uint32_t kMaxSize = std::numeric_limits<std::uint32_t>::max() - 1;

std::uint32_t sum(std::uint32_t a, std::uint32_t b) { return a > kMaxSize - b ? kMaxSize : a + b; }

YieldCost both(const YieldCost& a, const YieldCost& b) {
  if (a == MinimalYield::kNever || b == MinimalYield::kNever) return MinimalYield::kNever;
  return {sum(a.tokens, b.tokens), sum(a.bytes, b.bytes), std::max(a.height, b.height)};
}

std::vector<std::uint32_t> cheapest_first(std::span<const YieldCost> costs) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < costs.size(); ++i) {
    if (costs[i] != MinimalYield::kNever) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return costs[i]; });
  return order;
}

}  // namespace

MinimalYield::MinimalYield(const Grammar& grammar, const Analysis& analysis)
    : grammar_(grammar), analysis_(analysis), costs_(grammar.symbols.size(), kNever) {
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    if (!grammar.symbols[s].terminal()) continue;
    const auto bytes = static_cast<std::uint32_t>(text(s).size());
    const bool nothing = bytes == 0 && grammar.symbols[s].kind == SymbolKind::kLiteral;
    const bool automatic = grammar.automatic && grammar.automatic->token == s;
    costs_[s] = {nothing || automatic ? 0u : 1u, bytes, 0};
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Rule& rule : grammar.rules) {
      const YieldCost found = least(rule);
      if (found >= costs_[rule.symbol]) continue;
      costs_[rule.symbol] = found;
      changed = true;
    }
  }
}

YieldCost MinimalYield::least(const Rule& rule) const {
  YieldCost least = kNever;
  for (const Alternative& alternative : rule.alternatives) {
    YieldCost found = cost(alternative.body);
    if (found == kNever) continue;
    found.height = sum(found.height, 1);
    least = std::min(least, found);
  }
  return least;
}

YieldCost MinimalYield::cost(const Expr& expr) const {
  switch (expr.kind) {
    case Expr::Kind::kSymbol: return costs_[expr.symbol];
    case Expr::Kind::kOptional: return {};
    case Expr::Kind::kRepeat: return expr.min == 0 ? YieldCost{} : cost(expr.parts[0]);
    case Expr::Kind::kChoice: {
      YieldCost least = kNever;
      for (const Expr& part : expr.parts) least = std::min(least, cost(part));
      return least;
    }
    case Expr::Kind::kSequence: break;
  }
  YieldCost all;
  for (const Expr& part : expr.parts) all = both(all, cost(part));
  return all;
}

std::vector<std::uint32_t> MinimalYield::order(const std::vector<Expr>& choices) const {
  std::vector<YieldCost> costs;
  for (const Expr& choice : choices) costs.push_back(cost(choice));
  return cheapest_first(costs);
}

std::vector<std::uint32_t> MinimalYield::order(const Rule& rule) const {
  std::vector<YieldCost> costs;
  for (const Alternative& alternative : rule.alternatives) costs.push_back(cost(alternative.body));
  return cheapest_first(costs);
}

std::vector<YieldToken> MinimalYield::tokens(const Expr& expr) const {
  std::vector<YieldToken> tokens;
  std::vector<const Expr*> todo = {&expr};
  while (!todo.empty()) {
    const Expr& next = *todo.back();
    todo.pop_back();
    switch (next.kind) {
      case Expr::Kind::kSymbol:
        if (grammar_.symbols[next.symbol].terminal()) {
          tokens.push_back({next.symbol, text(next.symbol)});
        } else {
          const Rule& rule = grammar_.rule(next.symbol);
          todo.push_back(&rule.alternatives[order(rule).front()].body);
        }
        break;
      case Expr::Kind::kOptional: break;
      case Expr::Kind::kRepeat:
        if (next.min > 0) todo.push_back(next.parts.data());
        break;
      case Expr::Kind::kChoice: todo.push_back(&next.parts[order(next.parts).front()]); break;
      case Expr::Kind::kSequence:
        for (auto part = next.parts.rbegin(); part != next.parts.rend(); ++part) {
          todo.push_back(&*part);
        }
        break;
    }
  }
  return tokens;
}

}  // namespace grabr
