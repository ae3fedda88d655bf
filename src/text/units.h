// Cuts a text into the units that lexical reduction removes: characters, bytes, tokens or lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/source.h"

namespace grabr {

enum class Unit { kChars, kBytes, kTokens, kLines };

/// All of them in words, for messages: "chars bytes tokens lines".
std::string unit_names();
/// "chars", "bytes", "tokens", "lines".
std::string_view unit_name(Unit unit);
std::optional<Unit> unit_by_name(std::string_view name);

/// Consecutive spans that cover the whole text.
/// Characters are UTF-8 code points (a byte that is not part of one stands alone); a line keeps its
/// line end; a token is a word, a number, a quoted string or one other character, and keeps the
/// white space after it (white space at the very start is a token of its own).
std::vector<Span> split_units(std::string_view text, Unit unit);

}  // namespace grabr
