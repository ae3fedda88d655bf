#include <algorithm>
#include <string>

#include "grammar/analyse/analysis.h"
#include "grammar/load/spellings.h"

namespace grabr {
namespace {

/// Does the expression derive the empty text? The readers limit its depth, so recursion is safe.
bool is_nullable(const Expr& expr, const GrammarShape& shape) {
  const auto nullable = [&](const Expr& part) { return is_nullable(part, shape); };
  switch (expr.kind) {
    case Expr::Kind::kSymbol: return shape.nullable[expr.symbol];
    case Expr::Kind::kSequence: return std::all_of(expr.parts.begin(), expr.parts.end(), nullable);
    case Expr::Kind::kChoice: return std::any_of(expr.parts.begin(), expr.parts.end(), nullable);
    case Expr::Kind::kOptional: return true;
    case Expr::Kind::kRepeat: return expr.min == 0 || nullable(expr.parts[0]);
  }
  return false;
}

/// Does it contain a repetition whose rounds may be empty, separator included?
bool repeats_nothing(const Expr& expr, const GrammarShape& shape) {
  if (expr.kind == Expr::Kind::kRepeat) {
    const bool separated = expr.parts.size() > 1 && !is_nullable(expr.parts[1], shape);
    if (!separated && is_nullable(expr.parts[0], shape)) return true;
  }
  return std::any_of(expr.parts.begin(), expr.parts.end(),
                     [&](const Expr& part) { return repeats_nothing(part, shape); });
}

class Check {
 public:
  Check(const Grammar& grammar, std::size_t written_rules, Problems& problems)
      : grammar_(grammar),
        written_rules_(written_rules),
        problems_(problems),
        shape_(analyse_shape(grammar)) {}

  void run() {
    for (std::size_t i = 0; i < written_rules_; ++i) {
      check_use(grammar_.rules[i]);
      check_productive(grammar_.rules[i]);
    }
    for (const Rule& rule : grammar_.rules) check_repetitions(rule);
    for (const auto& cycle : shape_.unit_cycles) report_cycle(cycle);
  }

 private:
  std::string name(SymbolId symbol) const { return ticked(grammar_.symbols[symbol].name); }

  void check_use(const Rule& rule) {
    if (shape_.reachable[rule.symbol]) return;
    problems_.warning(rule.span,
                      name(rule.symbol) + " cannot be reached from " + name(grammar_.start),
                      "use it in a rule or remove it");
  }

  void check_productive(const Rule& rule) {
    if (shape_.productive[rule.symbol]) return;
    const std::string message =
        name(rule.symbol) + " never ends: all its alternatives need it again or another such rule";
    const std::string hint = "add an alternative that ends";
    if (rule.symbol == grammar_.start) {
      problems_.error(rule.span, message + "; no input fits this grammar", hint);
    } else {
      problems_.warning(rule.span, message, hint);
    }
  }

  void check_repetitions(const Rule& rule) {
    for (const Alternative& alternative : rule.alternatives) {
      if (!repeats_nothing(alternative.body, shape_)) continue;
      problems_.warning(alternative.span,
                        name(rule.symbol) + " repeats something that may be empty",
                        "let the repeated part have at least one token; otherwise a text has "
                        "infinitely many trees");
    }
  }

  void report_cycle(const std::vector<SymbolId>& cycle) {
    const Rule& first = grammar_.rule(cycle.front());
    if (cycle.size() == 1) {
      problems_.warning(first.span, name(cycle.front()) + " can derive just itself",
                        "a text with it has infinitely many trees");
      return;
    }
    std::string names;
    for (const SymbolId symbol : cycle) names += (names.empty() ? "" : ", ") + name(symbol);
    problems_.warning(first.span, names + " can derive just each other",
                      "a text with one of them has infinitely many trees");
  }

  const Grammar& grammar_;
  std::size_t written_rules_;
  Problems& problems_;
  GrammarShape shape_;
};

}  // namespace

void check_grammar(const Grammar& grammar, std::size_t written_rules, Problems& problems) {
  Check(grammar, written_rules, problems).run();
}

}  // namespace grabr
