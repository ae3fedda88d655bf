#include "grammar/lex/indentation.h"

namespace grabr {
namespace {

bool is_indenting(char c) { return c == ' ' || c == '\t' || c == '\f'; }

}  // namespace

Columns columns_of(std::string_view white) {
  constexpr std::uint32_t kTab = 8;
  Columns columns;
  for (const char c : white) {
    if (c == '\f') {
      columns = {};
    } else {
      columns.wide = c == '\t' ? (columns.wide / kTab + 1) * kTab : columns.wide + 1;
      ++columns.narrow;
    }
  }
  return columns;
}

std::uint32_t line_end_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (text[at] == '\n') return 1;
  return text.substr(at).starts_with("\r\n") ? 2 : 0;
}

Span find_indentation(const Lexer& lexer, std::string_view text, Span skipped) {
  Span white{skipped.begin, skipped.begin};
  const std::string_view seen = text.substr(0, skipped.end);
  std::uint32_t at = skipped.begin;
  while (true) {
    while (at < skipped.end && is_indenting(text[at])) ++at;
    white.end = at;
    // The line end of a comment or of a continued line does not count.
    while (at < skipped.end && line_end_at(text, at) == 0) {
      const std::uint32_t length = lexer.match(seen, at).length;
      at += length == 0 ? 1 : length;
    }
    if (at >= skipped.end) return white;
    at += line_end_at(text, at);
    white = {at, at};
  }
}

Span find_indentation(const Grammar& grammar, std::string_view text, std::uint32_t from) {
  std::uint32_t at = from;
  while (at < text.size()) {
    if (const std::uint32_t length = line_end_at(text, at)) {
      at += length;
      continue;
    }
    const Match match = grammar.lexer->match(text, at);
    if (match.length == 0) break;
    if (grammar.symbols[match.terminals[0]].kind != SymbolKind::kSkip) break;
    at += match.length;
  }
  return find_indentation(*grammar.lexer, text, {from, at});
}

}  // namespace grabr
