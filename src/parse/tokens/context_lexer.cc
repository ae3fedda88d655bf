#include "parse/tokens/context_lexer.h"

#include <utility>

#include "grammar/model/line_ends.h"
#include "parse/tokens/tokens.h"

namespace grabr {

ContextLexer::ContextLexer(const Grammar& grammar, std::string_view text)
    : grammar_(grammar),
      automatic_(grammar.automatic ? &*grammar.automatic : nullptr),
      text_(text),
      mark_(skipped_mark(grammar, text)),
      immediate_(grammar.symbols.size()),
      all_(grammar.symbols.size()),
      skip_(grammar.symbols.size()) {
  TerminalSet skips(grammar.symbols.size());
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    const Symbol& symbol = grammar.symbols[s];
    if (!symbol.terminal()) continue;
    skip_[s] = symbol.kind == SymbolKind::kSkip;
    if (skip_[s]) skips.insert(s);
    else if (symbol.immediate) immediate_.insert(s);
    else all_.insert(s);
  }
  skips_ = WantedTerminals(std::move(skips));
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

ViableTerminals ContextLexer::viable(TerminalSet terminals) const {
  TerminalSet first = terminals;
  first.insert_all(skips_.set());
  TerminalSet later = first;
  later.erase_all(immediate_);
  const bool has_immediate = terminals.shares_with(immediate_);
  return {std::move(terminals),
          has_immediate,
          WantedTerminals(std::move(first)),
          WantedTerminals(std::move(later)),
          {}};
}

ViableTerminals& ContextLexer::leave_out(ViableTerminals& viable,
                                         const std::vector<SymbolId>& terminals) {
  std::unique_ptr<ViableTerminals>& known = viable.without[terminals];
  if (!known) {
    TerminalSet left = viable.all;
    for (const SymbolId terminal : terminals) left.erase(terminal);
    known = std::make_unique<ViableTerminals>(this->viable(std::move(left)));
  }
  return *known;
}

std::optional<Token> ContextLexer::peek(ViableTerminals& viable, std::uint32_t* undecided) {
  WantedTerminals* wanted = &viable.first;
  for (std::uint32_t at = scan_from(); at < text_.size();) {
    const Match match =
        grammar_.lexer->match_wanted(text_, at, *wanted, scratch_, &memory_, undecided);
    if (match.length == 0) break;
    if (!skip_[match.terminals[0]]) return token(match.terminals[0], at, match.length);
    at += match.length;
    wanted = &viable.later;
  }
  return std::nullopt;
}

/// Could the text be skipped? Also true if it takes long to find out: text after each `#{` in a
/// string may look like a comment up to the end of the line, but is none.
bool ContextLexer::may_begin_with_skipped(ViableTerminals& viable) {
  const std::uint32_t at = scan_from();
  if (at >= text_.size()) return false;
  std::uint32_t undecided = Lexer::kDecided;
  const Match match =
      grammar_.lexer->match_wanted(text_, at, viable.first, scratch_, &memory_, &undecided);
  return undecided != Lexer::kDecided || (match.length > 0 && skip_[match.terminals[0]]);
}

std::optional<Token> ContextLexer::peek_immediate(const TerminalSet& viable) {
  const std::uint32_t at = scan_from();
  if (at >= text_.size()) return std::nullopt;
  TerminalSet wanted = viable;
  wanted.erase_all(all_);
  const Match match = grammar_.lexer->match_viable(text_, at, wanted, scratch_, &memory_);
  if (match.length == 0) return std::nullopt;
  return token(match.terminals[0], at, match.length);
}

std::optional<Token> ContextLexer::peek(const TerminalSet& viable) {
  TerminalSet wanted = viable;
  wanted.insert_all(skips_.set());
  for (std::uint32_t at = scan_from(); at < text_.size();) {
    const Match match = grammar_.lexer->match_viable(text_, at, wanted, scratch_, &memory_);
    if (match.length == 0) break;
    if (!skip_[match.terminals[0]]) return token(match.terminals[0], at, match.length);
    at += match.length;
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
  std::uint32_t at = scan_from();
  while (at < text_.size()) {
    const Match match = grammar_.lexer->match_wanted(text_, at, skips_, scratch_, &memory_);
    if (match.length == 0) break;
    at += match.length;
  }
  return at;
}

bool ContextLexer::at_end() { return next_begin() == text_.size(); }

}  // namespace grabr
