// Makes tokens of other lexers tokens of ours: modes, fragments, lazy repetitions, recursion.
#pragma once

#include "import/model/imported.h"

namespace grabr {

/// A mode that reads a line end as a semicolon becomes an automatic token. First of these steps.
void find_line_end_modes(ImportedGrammar& grammar);

/// Modes of the lexer become contextual lexing, tokens that are read in several pieces ("more")
/// single ones, tokens of a type parts of that.
void fold_modes(ImportedGrammar& grammar);

/// Afterwards every token is a fixed text, an expression without names and lazy repetitions that
/// never matches the empty text, or a matcher; fragments are gone.
void finish_tokens(ImportedGrammar& grammar);

}  // namespace grabr
