// Puts a parse failure into words.
#pragma once

#include "parse/diagnose/expected.h"
#include "parse/parse_result.h"
#include "text/diagnostic.h"

namespace grabr {

/// Implements Parser::describe. The failure must be of the namer's grammar.
Diagnostic describe(const ParseFailure& failure, ExpectedNamer& namer, const Source& source);

}  // namespace grabr
