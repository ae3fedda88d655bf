// A byte order mark at the beginning of a text is skipped by every grammar with tokens, unless a
// token or skip may begin with it. Tested by parser_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "grammar/lex/lexer.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// How many bytes at the beginning of the text to skip.
inline std::uint32_t skipped_mark(const Grammar& grammar, std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (!text.starts_with(kMark)) return 0;
  return grammar.lexer->beginning_length(text, 0) < kMark.size() ? kMark.size() : 0;
}

}  // namespace grabr
