// Reads parsing expression grammars: the plain notation (Name <- a / b), that of PEG.js and Peggy
// (name = a / b), and pest's (name = @{ a ~ b | c }).
#pragma once

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// A choice is one without an order, predicates are left out, as far as they do not only say which
/// character follows. Where the notation skips white space (pest's WHITESPACE), rules that do not
/// are tokens; otherwise everything down to characters is a rule.
ImportedGrammar read_peg(const Source& source, std::uint32_t file, Problems& problems);

}  // namespace grabr
