#include "parse/context_lexer.h"

#include "grammar/line_ends.h"

namespace grabr {

ContextLexer::ContextLexer(const Grammar& grammar, std::string_view text)
    : grammar_(grammar),
      automatic_(grammar.automatic ? &*grammar.automatic : nullptr),
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
  if (automatic_ == nullptr) return;
  const auto set_of = [&](const std::vector<SymbolId>& terminals) {
    TerminalSet set(grammar.symbols.size());
    for (const SymbolId terminal : terminals) set.insert(terminal);
    return set;
  };
  before_ = set_of(automatic_->before);
  restricted_after_ = set_of(automatic_->restricted_after);
  restricted_before_ = set_of(automatic_->restricted_before);
  always_after_ = set_of(automatic_->always_after);
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

void ContextLexer::take(const Token& token) {
  at_ = token.text.end;
  previous_ = token.terminal;
}

ContextLexer::Gap ContextLexer::find_gap() {
  const std::uint32_t end = next_begin();
  const bool at_end = end == text_.size();
  return {at_end, at_end || has_line_end(text_.substr(at_, end - at_))};
}

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
