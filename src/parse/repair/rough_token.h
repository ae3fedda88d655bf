// A token of a text that may not parse.
#pragma once

#include <cctype>
#include <cstdint>
#include <limits>
#include <string_view>

#include "parse/repair/punctuation.h"

namespace grabr {

inline constexpr std::uint32_t kNoPartner = std::numeric_limits<std::uint32_t>::max();

struct RoughToken {
  LoweredId terminal = kNoTerminal;  ///< kNoTerminal: bytes that begin no token
  Span text;
  std::uint32_t partner = kNoPartner;  ///< the bracket that this one opens or closes
  /// The first token of a line.
  bool starts_line = false;
  /// With an automatic token: a line end is skipped before it.
  bool after_line_end = false;
};

/// Of a word that belongs to no token.
inline bool in_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || byte == '_' || std::isalnum(byte) != 0;
}

/// Adjacent letters and digits that belong to no token form a word.
inline bool continues_word(const RoughToken& last, std::string_view text, Span span) {
  return last.terminal == kNoTerminal && last.text.end == span.begin &&
         in_word(text[last.text.begin]) && in_word(text[span.begin]);
}

}  // namespace grabr
