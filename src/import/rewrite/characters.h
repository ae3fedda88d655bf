// Scannerless grammars: there is no lexer, and the rules go down to the characters.
#pragma once

#include "import/model/imported.h"

namespace grabr {

/// Every character of a text becomes one token: sets are split so that no two tokens have a
/// character in common, texts into their characters. Nothing is skipped.
void split_into_characters(ImportedGrammar& grammar);

/// Non-recursive rules that describe only characters become tokens; white space between tokens is
/// skipped. If other rules name a rule for white space, the grammar says itself where white space
/// may be: then split_into_characters.
void find_tokens(ImportedGrammar& grammar);

}  // namespace grabr
