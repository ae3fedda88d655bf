// Splits a text into the units that lexical reduction removes: characters, bytes, tokens, lines,
// arguments of a command or elements of a list.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/cut_text.h"
#include "text/named_value.h"
#include "text/source.h"

namespace grabr {

enum class Unit { kChars, kBytes, kTokens, kLines, kArgs, kList };

/// All units with their names.
std::span<const NamedValue<Unit>> units();
/// The names, for messages: "chars bytes tokens lines args list".
std::string unit_names();
/// "chars", "bytes", "tokens", "lines", "args", "list".
std::string_view unit_name(Unit unit);
std::optional<Unit> unit_by_name(std::string_view name);

/// All pieces together give the text. Glue, `before` and `after` are empty except for lists
/// (text/value_list.h).
CutText cut_text(std::string_view text, Unit unit);

/// Only the units: consecutive spans that cover the whole text, or the elements of a list.
/// Characters are UTF-8 code points (a byte outside of one is a unit of its own); a line includes
/// its line end; a token is a word, a number, a quoted string or one other character; an argument
/// is a shell word with its quotes. Tokens and arguments include the white space after them (white
/// space at the very start is a unit of its own).
std::vector<Span> split_units(std::string_view text, Unit unit);

}  // namespace grabr
