// Reads parsing expression grammars: the plain notation (Name <- a / b), that of PEG.js and Peggy
// (name = a / b), and pest's (name = @{ a ~ b | c }).
#pragma once

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// Ordered choices become unordered ones. Predicates are dropped, except those on the next
/// character. If the notation skips white space (pest's WHITESPACE), rules that do not skip it
/// become tokens; otherwise the grammar is scannerless: rules down to the characters.
ImportedGrammar read_peg(const Source& source, std::uint32_t file, Problems& problems);

}  // namespace grabr
