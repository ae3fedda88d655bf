#include "grammar/model/hidden_lists.h"

#include <algorithm>

namespace grabr {
namespace {

using Parts = std::vector<const Expr*>;

/// Appends a sequence's parts, with nested sequences expanded.
void flatten(const Expr& expr, Parts& parts) {
  if (expr.kind != Expr::Kind::kSequence) {
    parts.push_back(&expr);
    return;
  }
  for (const Expr& part : expr.parts) flatten(part, parts);
}

Parts flat(const Expr& expr) {
  Parts parts;
  flatten(expr, parts);
  return parts;
}

/// The alternatives of a rule, including those within one text.
std::vector<Parts> alternatives(const Rule& rule) {
  std::vector<Parts> all;
  for (const Alternative& alternative : rule.alternatives) {
    const Parts parts = flat(alternative.body);
    if (parts.size() == 1 && parts[0]->kind == Expr::Kind::kChoice) {
      for (const Expr& choice : parts[0]->parts) all.push_back(flat(choice));
    } else {
      all.push_back(parts);
    }
  }
  return all;
}

bool same(const Expr& a, const Expr& b) {
  return a.kind == b.kind && a.symbol == b.symbol && a.min == b.min &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same);
}

class HiddenList {
 public:
  HiddenList(const Grammar& grammar, SymbolId rule) : grammar_(grammar), rule_(rule) {}

  bool found() const {
    const std::vector<Parts> all = alternatives(grammar_.rule(rule_));
    if (all.size() == 2) return is_list(all[0], all[1]) || is_list(all[1], all[0]);
    return all.size() == 1 && all[0].size() == 2 &&
           (recurs_in_option(*all[0][0], false) || recurs_in_option(*all[0][1], true));
  }

 private:
  bool is_self(const Expr& expr) const {
    return expr.kind == Expr::Kind::kSymbol && expr.symbol == rule_;
  }
  bool is_terminal(const Expr& expr) const {
    return expr.kind == Expr::Kind::kSymbol && grammar_.symbols[expr.symbol].terminal();
  }

  /// Is it `X ',' y` or `y ',' X`, or without the separator, next to `y` or nothing?
  bool is_list(const Parts& more, const Parts& base) const {
    if (more.size() < 2 || more.size() > 3 || base.size() > 1) return false;
    const bool left = is_self(*more.front());
    if (left == is_self(*more.back())) return false;
    if (more.size() == 3 && !is_terminal(*more[1])) return false;
    return base.empty() ? more.size() == 2 : same(*base[0], left ? *more.back() : *more.front());
  }

  /// Is it `(',' X)?`, or `(X ',')?` on the left?
  bool recurs_in_option(const Expr& option, bool at_end) const {
    if (option.kind != Expr::Kind::kOptional) return false;
    const Parts parts = flat(option.parts[0]);
    if (parts.empty() || parts.size() > 2) return false;
    if (!is_self(at_end ? *parts.back() : *parts.front())) return false;
    return parts.size() == 1 || is_terminal(at_end ? *parts.front() : *parts.back());
  }

  const Grammar& grammar_;
  SymbolId rule_;
};

}  // namespace

std::vector<SymbolId> hidden_lists(const Grammar& grammar) {
  std::vector<SymbolId> found;
  for (const Rule& rule : grammar.rules) {
    if (HiddenList(grammar, rule.symbol).found()) found.push_back(rule.symbol);
  }
  return found;
}

}  // namespace grabr
