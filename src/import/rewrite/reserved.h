// Which words of an imported grammar are never names, where lexing is contextual.
#pragma once

#include "import/model/imported.h"

namespace grabr {

/// All of them, as in ANTLR's lexer.
void reserve_all_words(ImportedGrammar& grammar);
/// All but those that the rules say to be names, too. Needed with an automatic token, which is read
/// where the next word is none that the rules allow.
void reserve_keywords(ImportedGrammar& grammar);

}  // namespace grabr
