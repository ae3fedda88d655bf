// How large a text is, in every measure that a report shows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "parse/parser.h"

namespace grabr {

struct Measure {
  std::size_t bytes = 0;
  /// Of its tree when it parses, else as split_units counts them.
  std::size_t tokens = 0;
  std::optional<std::size_t> nodes;  ///< of its tree, when it parses
  std::size_t lines = 0;             ///< a last line without a line end counts
  std::string sha256;
};

std::size_t count_lines(std::string_view text);

/// Tokens without a parse where that is possible: by the grammar's lexer, or as split_units counts
/// them where there is none or it does not know some byte. For a text that parses by a rich grammar
/// this is what its tree has.
std::size_t count_text_tokens(std::string_view text, const Grammar* grammar);

/// `tree` may be null: the text does not parse, or there is no grammar.
Measure measure(std::string_view text, const Tree* tree, const Grammar* grammar);

}  // namespace grabr
