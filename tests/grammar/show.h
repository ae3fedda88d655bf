// Short text forms of loaded grammars and their problems, for comparison in tests.
#pragma once

#include <string>
#include <vector>

#include "grammar/load/load.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// Sequences in ( ), choices in [ | ], repetitions as {x}0 or {x % y}1, literals in quotes.
inline std::string show(const std::vector<Symbol>& symbols, const Expr& expr) {
  const auto joined = [&](const char* between) {
    std::string text;
    for (const Expr& part : expr.parts) {
      text += (text.empty() ? "" : between) + show(symbols, part);
    }
    return text;
  };
  switch (expr.kind) {
    case Expr::Kind::kSymbol: {
      const Symbol& symbol = symbols[expr.symbol];
      return symbol.kind == SymbolKind::kLiteral ? "'" + symbol.text + "'" : symbol.name;
    }
    case Expr::Kind::kSequence: return "(" + joined(" ") + ")";
    case Expr::Kind::kChoice: return "[" + joined(" | ") + "]";
    case Expr::Kind::kOptional: return joined("") + "?";
    case Expr::Kind::kRepeat: return "{" + joined(" % ") + "}" + std::to_string(expr.min);
  }
  return {};
}

/// "line:column `text` severity: message (hint)", one line for each problem, in the order in which
/// they are found.
inline std::string show(const std::vector<Diagnostic>& problems, const Source& file) {
  static const char* const severities[] = {"error", "warning", "note"};
  std::string text;
  for (const Diagnostic& problem : problems) {
    const Position at = file.position(problem.span.begin);
    text += std::to_string(at.line) + ":" + std::to_string(at.column) + " `" +
            std::string(file.slice(problem.span)) + "` " +
            severities[static_cast<int>(problem.severity)] + ": " + problem.message +
            (problem.hint.empty() ? "" : " (" + problem.hint + ")") + "\n";
  }
  return text;
}

}  // namespace grabr
