// The regular expressions of matchers: what opens one, and the parts of that.
#pragma once

#include <string_view>

#include "grammar/model/matcher.h"
#include "grammar/lex/regex.h"
#include "grammar/lex/scan_table.h"

namespace grabr {

/// All that opens the matcher, or what is wrong with an expression.
RegexParse opener_regex(const Matcher& matcher);

/// The automaton of one regular expression; it reads nothing when the expression is wrong or too
/// large.
ScanTable table_of(std::string_view regex);

}  // namespace grabr
