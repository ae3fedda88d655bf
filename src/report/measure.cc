#include "report/measure.h"

#include <algorithm>

#include "grammar/lex/lexer.h"
#include "text/hash.h"
#include "text/units.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Nothing when some byte is not part of any terminal.
std::optional<std::size_t> count_lexed(std::string_view text, const Grammar& grammar) {
  std::size_t tokens = 0;
  ScanMemory memory;
  for (std::size_t offset = 0; offset < text.size();) {
    const Match match = grammar.lexer->match(text, offset, &memory);
    if (match.length == 0) return std::nullopt;
    if (grammar.symbols[match.terminals.front()].kind != SymbolKind::kSkip) ++tokens;
    offset += match.length;
  }
  return tokens;
}

}  // namespace

std::size_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (!text.empty() && text.back() != '\n' ? 1 : 0);
}

std::size_t count_text_tokens(std::string_view text, const Grammar* grammar) {
  if (grammar != nullptr && grammar->lexer != nullptr) {
    if (const auto tokens = count_lexed(text, *grammar)) return *tokens;
  }
  return split_units(text, Unit::kTokens).size();
}

Measure measure(std::string_view text, const Tree* tree, const Grammar* grammar) {
  Measure result;
  result.bytes = text.size();
  result.lines = count_lines(text);
  result.sha256 = sha256_hex(text);
  if (tree != nullptr) {
    result.tokens = count_tokens(*tree, tree->root());
    result.nodes = count_nodes(*tree, tree->root());
  } else {
    result.tokens = count_text_tokens(text, grammar);
  }
  return result;
}

}  // namespace grabr
