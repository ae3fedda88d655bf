// Turns tokens of other lexers into ours: modes, fragments, recursion.
#pragma once

#include "import/model/imported.h"
#include "import/model/phrase.h"

namespace grabr {

/// A mode that reads a line end as a semicolon becomes an automatic token. The first of these
/// steps.
void find_line_end_modes(ImportedGrammar& grammar);

/// Lexer modes become contextual lexing. Tokens that are read in several pieces ("more") become
/// single tokens, and tokens with another's type become alternatives of that token.
void fold_modes(ImportedGrammar& grammar);

/// Afterwards every token is a fixed text, an expression without names that never matches the empty
/// text, or a matcher; fragments are gone.
void finish_tokens(ImportedGrammar& grammar);

/// The sequence  X*? (END | EOF) …  becomes  X*? END … | Y* , where Y contains no beginning of END:
/// at the end of the input, END may be missing.
Phrase ended_by_input(Phrase sequence);

}  // namespace grabr
