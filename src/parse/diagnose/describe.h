// A parse failure in words.
#pragma once

#include "parse/diagnose/expected.h"
#include "parse/parse_result.h"
#include "text/diagnostic.h"

namespace grabr {

/// What Parser::describe gives. The failure is one of the namer's grammar.
Diagnostic describe(const ParseFailure& failure, ExpectedNamer& namer, const Source& source);

}  // namespace grabr
