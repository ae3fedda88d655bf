// Makes tokens of other lexers tokens of ours: modes, fragments, recursion.
#pragma once

#include "import/model/imported.h"
#include "import/model/phrase.h"

namespace grabr {

/// A mode that reads a line end as a semicolon becomes an automatic token. First of these steps.
void find_line_end_modes(ImportedGrammar& grammar);

/// Modes of the lexer become contextual lexing, tokens that are read in several pieces ("more")
/// single ones, tokens of a type parts of that.
void fold_modes(ImportedGrammar& grammar);

/// Afterwards every token is a fixed text, an expression without names that never matches the empty
/// text, or a matcher; fragments are gone.
void finish_tokens(ImportedGrammar& grammar);

/// The sequence  X*? (END | EOF) …  as  X*? END … | Y* , where no END begins in Y: at the end of
/// the input what is missing is not waited for.
Phrase ended_by_input(Phrase sequence);

// Characters beyond U+FFFF as grammars for UTF-16 write them: two sets, one of first and one of
// second halves. Our texts are UTF-8, where each is one character.

/// Whether it is a set of halves only, which no text of ours contains.
bool is_surrogate_set(const Phrase& part);

/// The sequence with one set for each pair:  [\uD800-\uDBFF] [\uDC00-\uDFFF]  is
/// [\u{10000}-\u{10ffff}]. Wider where not every first half goes with every second one.
Phrase joined_surrogates(Phrase sequence);

}  // namespace grabr
