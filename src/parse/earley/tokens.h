// The input as the parser reads it: tokens of a rich grammar, or single bytes of a classic one.
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
  /// Empty for a change of indentation, and for the line end that the last line lacks.
  Span text;
};

struct Tokens {
  std::vector<Token> tokens;
  Span skipped_at_end;
  /// Offset where no terminal matches; nothing is read past it.
  std::optional<std::uint32_t> stuck_at;
  std::string stuck_reason;               ///< why, where it is not just that nothing matches
};

}  // namespace grabr
