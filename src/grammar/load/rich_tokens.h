// One entry of "tokens" or "skip": a regular expression, or an object that says more.
#pragma once

#include <optional>
#include <string>

#include "grammar/load/json_reader.h"
#include "grammar/model/matcher.h"

namespace grabr {

struct TokenDefinition {
  PlacedText expression;           ///< the regular expression, as the file writes it
  std::optional<Matcher> matcher;  ///< or what matches instead of one
  bool immediate = false;
};

/// Reads the value at `path`: "regex", {"regex": …} or {"match": …}. Problems of the parts of a
/// matcher are reported at their place; a lone regular expression is checked when it is compiled.
TokenDefinition read_token(const JsonValue& value, const std::string& path, const Source& file,
                           Problems& problems);

}  // namespace grabr
