// The cheapest derivation of every piece of a grammar, token by token.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// Costs are compared by tokens, then bytes, then height. The parts of a derivation have less
/// height than the derivation, so following cheapest derivations always ends.
struct YieldCost {
  std::uint32_t tokens = 0;
  std::uint32_t bytes = 0;
  std::uint32_t height = 0;

  auto operator<=>(const YieldCost&) const = default;
};

struct YieldToken {
  SymbolId terminal = kNoSymbol;
  std::string text;
};

class MinimalYield {
 public:
  /// Both must outlive this object.
  MinimalYield(const Grammar& grammar, const Analysis& analysis);

  static constexpr YieldCost kNever = {~std::uint32_t{0}, ~std::uint32_t{0}, ~std::uint32_t{0}};

  /// The cost of the cheapest derivation; kNever if there is none.
  YieldCost cost(const Expr& expr) const;
  YieldCost cost(SymbolId symbol) const { return costs_[symbol]; }
  /// The parts of a choice, cheapest first; those that derive nothing are left out.
  std::vector<std::uint32_t> order(const std::vector<Expr>& choices) const;
  /// The same for the alternatives of a nonterminal.
  std::vector<std::uint32_t> order(const Rule& rule) const;
  /// The simplest text of a terminal.
  const std::string& text(SymbolId terminal) const { return analysis_.cheapest[terminal].text; }
  /// The cheapest sentence of an expression that derives one.
  std::vector<YieldToken> tokens(const Expr& expr) const;

 private:
  YieldCost least(const Rule& rule) const;

  const Grammar& grammar_;
  const Analysis& analysis_;
  std::vector<YieldCost> costs_;  // by symbol
};

}  // namespace grabr
