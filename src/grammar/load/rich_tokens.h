// Reads the tokens of a rich grammar, and compiles its terminals.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"
#include "grammar/model/matcher.h"
#include "grammar/model/problems.h"

namespace grabr {

/// Sets grammar.lexer unless a terminal is invalid; problems are located inside the JSON strings.
/// `expressions`, by symbol, are the regular expressions of patterns and skips as written in the
/// file (empty for other symbols).
void compile_terminals(Grammar& grammar, const std::vector<PlacedText>& expressions,
                       Problems& problems);

/// An entry of "tokens" or "skip": a regular expression, or an object with more detail.
struct TokenDefinition {
  PlacedText expression;           ///< the regular expression as written in the file
  std::optional<Matcher> matcher;  ///< used instead of the expression
  bool immediate = false;
  const JsonValue* content = nullptr;  ///< text in another language, as written (rich_contents.h)
};

/// Reads the value at `path`: "regex", {"regex": …} or {"match": …}. Problems in parts of a matcher
/// are reported where they are; a lone regular expression is checked when it is compiled.
TokenDefinition read_token(const JsonValue& value, const std::string& path, const Source& file,
                           Problems& problems);

}  // namespace grabr
