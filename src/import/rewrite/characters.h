// Grammars without a lexer, whose rules say everything down to the characters.
#pragma once

#include "import/model/imported.h"

namespace grabr {

/// Every character of a text becomes one token: sets are split so that no two tokens have a
/// character in common, texts into their characters. Nothing is skipped.
void split_into_characters(ImportedGrammar& grammar);

/// Rules that only say of what characters something consists, and do not contain themselves, become
/// tokens; white space between tokens is skipped. Where a rule for white space is named by others,
/// the grammar says itself where it stands: then split_into_characters.
void find_tokens(ImportedGrammar& grammar);

}  // namespace grabr
