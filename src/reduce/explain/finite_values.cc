#include "reduce/explain/finite_values.h"

#include <algorithm>
#include <set>

namespace grabr {
namespace {

class Collector {
 public:
  Collector(const Grammar& grammar, std::size_t most) : grammar_(grammar), most_(most) {}

  /// Collects the literals that the expression may be. False if it may be something else, or has
  /// too many texts.
  bool add(const Expr& expr) {
    std::vector<const Expr*> todo = {&expr};
    while (!todo.empty()) {
      const Expr& part = *todo.back();
      todo.pop_back();
      switch (part.kind) {
        case Expr::Kind::kSymbol:
          if (!add(part.symbol, todo)) return false;
          break;
        case Expr::Kind::kSequence:
          if (part.parts.size() != 1) return false;
          todo.push_back(&part.parts.front());
          break;
        case Expr::Kind::kChoice:
          for (auto one = part.parts.rbegin(); one != part.parts.rend(); ++one) {
            todo.push_back(&*one);
          }
          break;
        case Expr::Kind::kOptional:
        case Expr::Kind::kRepeat: return false;
      }
    }
    return true;
  }

  std::vector<std::string> texts;

 private:
  bool add(SymbolId symbol, std::vector<const Expr*>& todo) {
    const Symbol& is = grammar_.symbols[symbol];
    if (is.kind == SymbolKind::kLiteral) {
      if (std::ranges::find(texts, is.text) == texts.end()) texts.push_back(is.text);
      return texts.size() <= most_;
    }
    if (is.terminal()) return false;
    if (!seen_.insert(symbol).second) return true;
    const auto& alternatives = grammar_.rule(symbol).alternatives;
    for (auto one = alternatives.rbegin(); one != alternatives.rend(); ++one) {
      todo.push_back(&one->body);
    }
    return true;
  }

  const Grammar& grammar_;
  std::size_t most_;
  std::set<SymbolId> seen_;
};

}  // namespace

std::vector<std::string> finite_texts(const Grammar& grammar, const Expr& expr, std::size_t most) {
  Collector collector(grammar, most);
  return collector.add(expr) ? collector.texts : std::vector<std::string>();
}

std::vector<std::string> finite_texts(const Grammar& grammar, SymbolId symbol, std::size_t most) {
  Expr expr;
  expr.kind = Expr::Kind::kSymbol;
  expr.symbol = symbol;
  return finite_texts(grammar, expr, most);
}

}  // namespace grabr
