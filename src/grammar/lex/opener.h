// The regular expressions of matchers (matcher.h: nested or delimited tokens): their openers.
#pragma once

#include <string_view>

#include "grammar/lex/regex.h"
#include "grammar/lex/scan_table.h"
#include "grammar/model/matcher.h"

namespace grabr {

/// The expression for all openers of the matcher, or the problem in one of them.
RegexParse opener_regex(const Matcher& matcher);

/// The automaton of one regular expression; accepts nothing if the expression is invalid or too
/// large.
ScanTable table_of(std::string_view regex);

}  // namespace grabr
