#include "parse/tokens/tokenize.h"

#include "grammar/lex/lexer.h"
#include "parse/tokens/tokens.h"

namespace grabr {

Tokens tokenize(const Grammar& grammar, std::string_view text) {
  if (grammar.layout) return tokenize_lines(grammar, text);
  Tokens result;
  ScanMemory memory;
  std::uint32_t skipped_from = 0;
  std::uint32_t at = skipped_mark(grammar, text);
  while (at < text.size()) {
    const Match match = grammar.lexer->match(text, at, &memory);
    if (match.length == 0) {
      result.stuck_at = at;
      break;
    }
    const Span span{at, at + match.length};
    at = span.end;
    if (grammar.symbols[match.terminals[0]].kind == SymbolKind::kSkip) continue;
    result.tokens.push_back({match.terminals[0], {skipped_from, span.begin}, span});
    skipped_from = at;
  }
  result.skipped_at_end = {skipped_from, at};
  return result;
}

}  // namespace grabr
