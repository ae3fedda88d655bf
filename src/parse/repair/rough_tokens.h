// Any bytes as tokens: those of the grammar, and words and single characters that no terminal
// matches. With each bracket its partner, as far as brackets match.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "parse/repair/punctuation.h"

namespace grabr {

inline constexpr std::uint32_t kNoPartner = std::numeric_limits<std::uint32_t>::max();

struct RoughToken {
  LoweredId terminal = kNoTerminal;    ///< kNoTerminal: bytes that begin no token
  Span text;
  std::uint32_t partner = kNoPartner;  ///< the bracket that this one opens or closes
  /// The first token of a line, or of a later one than the last.
  bool starts_line = false;
};

/// Rich grammars: longest match; where nothing matches a word of letters and digits, as far as none
/// of them begins a token, or another single character. What opens a string or a comment that does
/// not end is such a character, or the token that it is otherwise. Classic grammars: bytes. Skipped
/// text is what lies between.
std::vector<RoughToken> tokenize_roughly(const Grammar& grammar, const Lowered& lowered,
                                         const Punctuation& punctuation, std::string_view text);

}  // namespace grabr
