// The white space at the beginning of a line, as grammars with layout count it.
#pragma once

#include <cstdint>
#include <string_view>

#include "grammar/model/grammar.h"
#include "grammar/lex/lexer.h"
#include "text/source.h"

namespace grabr {

/// Columns as CPython counts them: once with tabs to the next multiple of 8, once with tabs as one
/// column. Where the two say different things about which line is deeper, tabs and spaces are mixed
/// so that an editor's settings would change the meaning.
struct Columns {
  std::uint32_t wide = 0;
  std::uint32_t narrow = 0;

  bool operator==(const Columns&) const = default;
  bool deeper_than(const Columns& other) const {
    return wide > other.wide && narrow > other.narrow;
  }
};

/// Of a run of spaces, tabs and form feeds; a form feed begins anew.
Columns columns_of(std::string_view white);

/// Bytes of the line end at text[at]: 1 for "\n", 2 for "\r\n", 0 for none.
std::uint32_t line_end_at(std::string_view text, std::size_t at);

/// Where `skipped`, the text passed over before the first token of a logical line, has the white
/// space that counts: at the beginning of the last line that it touches, lines of comments and
/// empty ones being ignored.
Span find_indentation(const Lexer& lexer, std::string_view text, Span skipped);

/// The same where it is not known what is skipped: `from` is where a line begins.
Span find_indentation(const Grammar& grammar, std::string_view text, std::uint32_t from);

}  // namespace grabr
