#include "grammar/lex/skipped.h"

#include <algorithm>

#include "grammar/lex/lexer.h"

namespace grabr {

bool is_skipped(const Grammar& grammar, std::string_view text) {
  const Match match = grammar.lexer->match(text, 0);
  return match.length == text.size() &&
         std::any_of(match.terminals.begin(), match.terminals.end(), [&](SymbolId terminal) {
           return grammar.symbols[terminal].kind == SymbolKind::kSkip;
         });
}

std::string_view between_parts(const Grammar& grammar) {
  if (grammar.notation == Notation::kClassic) return "";
  return grammar.lexer == nullptr || is_skipped(grammar, " ") ? " " : "";
}

}  // namespace grabr
