// The input as the parser reads it: tokens of a rich grammar, or bytes of a classic one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

struct Token {
  SymbolId terminal = kNoSymbol;
  Span skipped;  ///< skipped text before it
  /// Empty for a change of indentation, and for a missing line end after the last line.
  Span text;
};

struct Tokens {
  std::vector<Token> tokens;
  Span skipped_at_end;
  /// Offset where no terminal matches; nothing after it is read.
  std::optional<std::uint32_t> stuck_at;
  std::string stuck_reason;  ///< the reason, unless it is merely that nothing matches
};

}  // namespace grabr
