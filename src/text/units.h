// Splits a text into the units that lexical reduction removes: characters, bytes, tokens, lines,
// arguments of a command or elements of a list.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/named_value.h"
#include "text/source.h"

namespace grabr {

/// A text split into units that can be left out: the remaining text is `before`, the kept pieces,
/// each preceded by its glue except for the first, and `after`.
struct CutText {
  struct Piece {
    Span glue;  ///< the separator before the core; empty: none
    Span core;  ///< the unit itself
  };
  Span before;
  std::vector<Piece> pieces;
  Span after;
};

bool is_quote(char c);

/// Finds the end of quoted strings in texts of unknown languages. Strings end on their line; a
/// backslash hides the next character. A quote without a partner is an ordinary character, and so
/// are all quotes of its kind up to the end of that line: so no line is searched twice for the same
/// quote.
class QuotedStrings {
 public:
  explicit QuotedStrings(std::string_view text) : text_(text) {}

  /// End of the string that begins with the quote at `at`. Call from left to right.
  std::size_t end(std::size_t at);

 private:
  std::string_view text_;
  std::array<std::size_t, 3> unclosed_until_{};  // per kind of quote
};

enum class Unit { kChars, kBytes, kTokens, kLines, kArgs, kList };

/// All units with their names.
std::span<const NamedValue<Unit>> units();
/// The names, for messages: "chars bytes tokens lines args list".
std::string unit_names();
/// "chars", "bytes", "tokens", "lines", "args", "list".
std::string_view unit_name(Unit unit);
std::optional<Unit> unit_by_name(std::string_view name);

/// Cuts a text; all pieces together give the text. Glue, `before` and `after` are empty except for
/// lists (text/units.h).
CutText cut_text(std::string_view text, Unit unit);

/// Returns only the spans of the units. Except for unit `list`, they are consecutive and cover the
/// whole text; for `list`, they are the list's elements. Characters are UTF-8 code points (a byte
/// outside of one is a unit of its own); a line includes its line end; a token is a word, a number,
/// a quoted string or one other character; an argument is a shell word with its quotes. Tokens and
/// arguments include the white space after them (white space at the very start is a unit of its
/// own).
std::vector<Span> split_units(std::string_view text, Unit unit);

}  // namespace grabr
