#include "parse/context_lexer.h"

namespace grabr {

ContextLexer::ContextLexer(const Grammar& grammar, std::string_view text)
    : grammar_(grammar),
      text_(text),
      skips_(grammar.symbols.size()),
      immediate_(grammar.symbols.size()),
      all_(grammar.symbols.size()) {
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    const Symbol& symbol = grammar.symbols[s];
    if (!symbol.terminal()) continue;
    if (symbol.kind == SymbolKind::kSkip) skips_.insert(s);
    else if (symbol.immediate) immediate_.insert(s);
    else all_.insert(s);
  }
}

std::optional<Token> ContextLexer::peek(const TerminalSet& viable) {
  TerminalSet wanted = viable;
  wanted.insert_all(skips_);
  for (std::uint32_t at = at_; at < text_.size();) {
    const Match match = grammar_.lexer->match_viable(text_, at, wanted, scratch_, &memory_);
    if (match.length == 0) break;
    const Span span{at, at + match.length};
    if (grammar_.symbols[match.terminals[0]].kind != SymbolKind::kSkip) {
      return Token{match.terminals[0], {at_, at}, span};
    }
    at = span.end;
    wanted.erase_all(immediate_);
  }
  return std::nullopt;
}

std::optional<Token> ContextLexer::peek_any() { return peek(all_); }

void ContextLexer::take(const Token& token) { at_ = token.text.end; }

std::uint32_t ContextLexer::next_begin() {
  std::uint32_t at = at_;
  while (at < text_.size()) {
    const Match match = grammar_.lexer->match_viable(text_, at, skips_, scratch_, &memory_);
    if (match.length == 0) break;
    at += match.length;
  }
  return at;
}

bool ContextLexer::at_end() { return next_begin() == text_.size(); }

}  // namespace grabr
