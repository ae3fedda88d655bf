#include "grammar/model/canonical_expr.h"

#include <utility>

namespace grabr {
namespace {

using Kind = Expr::Kind;

Expr wrap(Kind kind, Expr inner) {
  Expr expr;
  expr.kind = kind;
  expr.parts.push_back(std::move(inner));
  return expr;
}

Expr unwrap(Expr expr) {
  const bool wraps_one = expr.kind == Kind::kSequence || expr.kind == Kind::kChoice;
  if (!wraps_one || expr.parts.size() != 1) return expr;
  Expr only = std::move(expr.parts.front());
  return only;
}

void splice(Expr& into, Expr part) {
  if (part.kind != into.kind) {
    into.parts.push_back(std::move(part));
    return;
  }
  for (Expr& inner : part.parts) into.parts.push_back(std::move(inner));
}

}  // namespace

Expr symbol_expr(SymbolId symbol) {
  Expr expr;
  expr.kind = Kind::kSymbol;
  expr.symbol = symbol;
  return expr;
}

Expr repeat_expr(char sign, Expr inner) {
  inner = unwrap(std::move(inner));
  if (sign == '?') {
    if (inner.kind == Kind::kOptional) return inner;
    if (inner.kind != Kind::kRepeat) return wrap(Kind::kOptional, std::move(inner));
    inner.min = 0;
    return inner;
  }
  Expr expr = wrap(Kind::kRepeat, std::move(inner));
  expr.min = sign == '+' ? 1 : 0;
  return expr;
}

Expr list_expr(Expr element, Expr separator) {
  Expr expr = wrap(Kind::kRepeat, unwrap(std::move(element)));
  expr.min = 1;
  expr.parts.push_back(unwrap(std::move(separator)));
  return expr;
}

Expr choice_expr(std::vector<Expr> bodies) {
  Expr choice;
  choice.kind = Kind::kChoice;
  for (Expr& body : bodies) splice(choice, unwrap(std::move(body)));
  return unwrap(std::move(choice));
}

void append_part(Expr& sequence, Expr part) { splice(sequence, std::move(part)); }

}  // namespace grabr
