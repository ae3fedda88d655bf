// A byte order mark at the beginning of a text is skipped by every grammar with tokens, unless a
// token or skip is made for it. Tested by parser_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "grammar/lex/lexer.h"
#include "grammar/model/grammar.h"

namespace grabr {

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
