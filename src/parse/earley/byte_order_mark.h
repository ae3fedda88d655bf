// A byte order mark before a text is skipped by every grammar with tokens, unless one of them, or a
// skip, may begin with it. Tested by parser_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "grammar/model/grammar.h"
#include "grammar/lex/lexer.h"

namespace grabr {

/// Bytes at the beginning of the text that no terminal is to read.
inline std::uint32_t skipped_mark(const Grammar& grammar, std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (!text.starts_with(kMark)) return 0;
  return grammar.lexer->beginning_length(text, 0) < kMark.size() ? kMark.size() : 0;
}

}  // namespace grabr
