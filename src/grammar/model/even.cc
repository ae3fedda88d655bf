#include "grammar/model/even.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

class EvenSymbols {
 public:
  explicit EvenSymbols(const Grammar& grammar)
      : grammar_(grammar), even_(grammar.symbols.size(), true) {
    pairs_ = grammar.layout->brackets;
    pairs_.emplace_back(grammar.layout->indent, grammar.layout->dedent);
    std::erase_if(pairs_, [](const auto& pair) {
      return pair.first == kNoSymbol || pair.second == kNoSymbol;
    });
    for (const auto& [open, close] : pairs_) even_[open] = even_[close] = false;
  }

  /// The largest set that the rules allow.
  std::vector<bool> find() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Rule& rule : grammar_.rules) {
        if (!even_[rule.symbol] || is_even(rule)) continue;
        even_[rule.symbol] = false;
        changed = true;
      }
    }
    return std::move(even_);
  }

 private:
  using Open = std::vector<SymbolId>;  ///< levels and brackets to be closed, the innermost last

  bool is_even(const Rule& rule) const {
    return std::ranges::all_of(rule.alternatives, [&](const Alternative& alternative) {
      return is_even(alternative.body);
    });
  }

  bool is_even(const Expr& expr) const {
    Open open;
    return goes_through(expr, open) && open.empty();
  }

  bool goes_through(const Expr& expr, Open& open) const {
    if (expr.kind == Expr::Kind::kSymbol) return goes_through(expr.symbol, open);
    const bool in_sequence = expr.kind == Expr::Kind::kSequence;
    return std::ranges::all_of(expr.parts, [&](const Expr& part) {
      return in_sequence ? goes_through(part, open) : is_even(part);
    });
  }

  bool goes_through(SymbolId symbol, Open& open) const {
    if (even_[symbol]) return true;
    for (const auto& [opens, closes] : pairs_) {
      if (symbol == opens) open.push_back(closes);
      else if (symbol != closes) continue;
      else if (open.empty() || open.back() != closes) return false;
      else open.pop_back();
      return true;
    }
    return false;
  }

  const Grammar& grammar_;
  std::vector<std::pair<SymbolId, SymbolId>> pairs_;
  std::vector<bool> even_;
};

}  // namespace

std::vector<bool> even_symbols(const Grammar& grammar) { return EvenSymbols(grammar).find(); }

}  // namespace grabr
