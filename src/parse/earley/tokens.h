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

/// Why an indentation is wrong that leaves some levels, but not to one that is open.
inline constexpr const char* kMatchesNoLine = "the indentation matches no enclosing line";

struct Tokens {
  std::vector<Token> tokens;
  Span skipped_at_end;
  /// Offset where no terminal matches; nothing after it is read.
  std::optional<std::uint32_t> stuck_at;
  std::string stuck_reason;  ///< the reason, unless it is merely that nothing matches
};

/// A byte order mark at the beginning of a text is skipped by every grammar with tokens, unless a
/// token or skip is made for it. Tested by parser_test.cc.
///
/// How many bytes at the beginning of the text to skip. What also takes the character before the
/// mark, which is assigned to nothing, takes any character and is not made for the mark: the mark
/// would be the first letter of a name.
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
