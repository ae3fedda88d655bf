// Steps that turn the rules of an imported grammar into such as a person would write for a reducer.
#pragma once

#include "import/model/imported.h"

namespace grabr {

/// What code decides is left open; ends of lines that code finds become an automatic token.
void drop_predicates(ImportedGrammar& grammar);
/// `~A` and `.` of rules become rules that list tokens. After finish_tokens.
void list_excepted_tokens(ImportedGrammar& grammar);
/// Tokens of a fixed text become literals of the rules. After finish_tokens.
void inline_literals(ImportedGrammar& grammar);
/// A rule that calls itself at its ends becomes a ladder of rules, the loosest operator first.
void split_operators(ImportedGrammar& grammar);
/// Alternatives that differ in one part inside become one, with that part optional.
void find_optional_parts(ImportedGrammar& grammar);
/// x (',' x)* becomes a list with a separator, and so do rules that call themselves.
void find_lists(ImportedGrammar& grammar);

}  // namespace grabr
