// Measures the white space at the beginning of a line, for grammars with layout.
#pragma once

#include <cstdint>
#include <string_view>

#include "grammar/lex/lexer.h"
#include "grammar/model/grammar.h"
#include "text/source.h"

namespace grabr {

/// Columns as CPython counts them: once with tabs to the next multiple of 8, once with tabs as one
/// column. If the two disagree on which line is deeper, tabs and spaces are mixed so that an
/// editor's settings would change the meaning.
struct Columns {
  std::uint32_t wide = 0;
  std::uint32_t narrow = 0;

  bool operator==(const Columns&) const = default;
  bool deeper_than(const Columns& other) const {
    return wide > other.wide && narrow > other.narrow;
  }
};

/// The columns of a run of spaces, tabs and form feeds; a form feed restarts the count.
Columns columns_of(std::string_view white);

/// Length of the line end at text[at]: 1 for "\n", 2 for "\r\n", 0 for none.
std::uint32_t line_end_at(std::string_view text, std::size_t at);

/// The indentation within `skipped`, the text skipped before the first token of a logical line: the
/// white space at the beginning of the last line it touches. Comment-only and empty lines are
/// ignored.
Span find_indentation(const Lexer& lexer, std::string_view text, Span skipped);

/// The same if the skipped text is not known; `from` is the beginning of a line.
Span find_indentation(const Grammar& grammar, std::string_view text, std::uint32_t from);

}  // namespace grabr
