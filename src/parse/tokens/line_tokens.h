// Data that readers of languages with significant lines share: the place in the text, the tokens so
// far, the columns of a line.
#pragma once

#include <optional>
#include <string_view>

#include "grammar/lex/indentation.h"
#include "grammar/lex/lexer.h"
#include "parse/tokens/tokens.h"

namespace grabr {

class LineTokens {
 protected:
  /// The grammar must have a layout. Both arguments must outlive this.
  LineTokens(const Grammar& grammar, std::string_view text)
      : grammar_(grammar), layout_(*grammar.layout), text_(text) {}

  struct Found {
    SymbolId terminal;
    Span span;
    bool skipped;  ///< skipped text, not a token
  };
  /// The longest terminal at the current place, which does not move. Nothing if no terminal fits;
  /// then the reader is stuck.
  std::optional<Found> find_terminal() {
    const Match match = grammar_.lexer->match(text_, at_, &memory_);
    if (match.length == 0) {
      result_.stuck_at = at_;
      return std::nullopt;
    }
    const SymbolId terminal = match.terminals[0];
    return Found{terminal, Span{at_, at_ + match.length},
                 grammar_.symbols[terminal].kind == SymbolKind::kSkip};
  }

  bool at_end() const { return at_ >= text_.size() || result_.stuck_at; }

  void add(SymbolId terminal, Span skipped, Span text) {
    result_.tokens.push_back({terminal, skipped, text});
    skipped_from_ = text.end;
  }
  /// Adds a token without text, before the text skipped since the last one.
  void add_empty(SymbolId terminal) {
    add(terminal, {skipped_from_, skipped_from_}, {skipped_from_, skipped_from_});
  }

  /// The columns of the line whose first token begins here.
  Columns columns_of_line() const {
    const Span white = find_indentation(*grammar_.lexer, text_, {skipped_from_, at_});
    return columns_of(text_.substr(white.begin, white.size()));
  }

  const Grammar& grammar_;
  const Layout& layout_;
  std::string_view text_;
  Tokens result_;
  ScanMemory memory_;
  std::uint32_t skipped_from_ = 0;
  std::uint32_t at_ = 0;
};

/// Like tokenize, for a grammar whose layout has the style "offside": languages that allow braces
/// or indentation, such as Scala 3. `roughly`: as in tokenize_lines_roughly.
Tokens tokenize_offside(const Grammar& grammar, std::string_view text, bool roughly);

}  // namespace grabr
