// The input as the parser reads it: tokens of a rich grammar, or bytes of a classic one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/lex/lexer.h"
#include "grammar/model/grammar.h"

namespace grabr {

struct Token {
  SymbolId terminal = kNoSymbol;
  Span skipped;  ///< skipped text before it
  /// Empty for a change of indentation, and for a missing line end after the last line.
  Span text;
};

/// The reason why an indentation is wrong: it ends some levels but matches none.
inline constexpr const char* kMatchesNoLine = "the indentation matches no enclosing line";

struct Tokens {
  std::vector<Token> tokens;
  Span skipped_at_end;
  /// Offset where no terminal matches; nothing after it is read.
  std::optional<std::uint32_t> stuck_at;
  std::string stuck_reason;  ///< the reason, unless it is merely that nothing matches
};

/// The number of bytes to skip at the beginning of the text. Every grammar with tokens skips a byte
/// order mark there, unless it has a token or skip for it. A token that also accepts the preceding
/// character, which is unassigned, accepts any character and is not meant for the mark: the mark
/// would become the first letter of a name. Tested by parser_test.cc.
inline std::uint32_t skipped_mark(const Grammar& grammar, std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  constexpr std::string_view kNeighbour = "\xEF\xBB\xBE";
  if (!text.starts_with(kMark)) return 0;
  const Lexer& lexer = *grammar.lexer;
  const bool is_known = lexer.beginning_length(kMark, 0) == kMark.size();
  const bool is_any = lexer.beginning_length(kNeighbour, 0) == kNeighbour.size();
  return is_known && !is_any ? 0 : kMark.size();
}

}  // namespace grabr
