// The results of checking files against a grammar, as JSON Lines: one object per file.
#pragma once

#include <string>

#include "parse/parser.h"

namespace grabr {

/// Each function returns one line with its line end; invalid UTF-8 becomes U+FFFD.

/// `{"file":…,"ok":true,"grammar":…}`
std::string parses_json(const std::string& file, const std::string& grammar);

/// `file`, `"ok":false` and `message`.
std::string unreadable_json(const std::string& file, const std::string& message);

/// `file`, `"ok":false`, `grammar` and
///
///   line, column, offset, end   where (from 1, in code points; bytes from 0)
///   reason                      "unexpected", "end", "no token", "memory"
///   found, token                the text there ("" at the end), its terminal's name or null
///   expected, expected_rules    all tokens that can stand there; the rules that can begin there
///   open                        rules under way, innermost first: rule, line, column
///   message, notes, hint        as in `grabr check`; hint may be null
std::string failure_json(const ParseFailure& failure, const Parser& parser, const Source& source,
                         const std::string& grammar);

}  // namespace grabr
