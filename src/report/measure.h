// The size of a text in all measures that a report shows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "parse/parser.h"

namespace grabr {

struct Measure {
  std::size_t bytes = 0;
  /// Those of its tree if it parses, else as split_units counts them.
  std::size_t tokens = 0;
  std::optional<std::size_t> nodes;  ///< of its tree, when it parses
  std::size_t lines = 0;             ///< a last line without a line end counts
  std::string sha256;
};

std::size_t count_lines(std::string_view text);

/// Counts tokens, if possible without parsing: with the grammar's lexer, or like split_units if
/// there is none or it does not know some byte. For a text that parses with a rich grammar this is
/// the number of its tree's tokens.
std::size_t count_text_tokens(std::string_view text, const Grammar* grammar);

/// `tree` may be null: the text does not parse, or there is no grammar.
Measure measure(std::string_view text, const Tree* tree, const Grammar* grammar);

}  // namespace grabr
