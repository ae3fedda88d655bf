// Shortens the white space and comments between the remaining tokens.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Makes gaps between tokens as short as the lexer allows: all of them in one candidate, and if
/// that does not fail, as many as possible. Reduces a longer gap that must stay, such as a comment
/// that the failure needs, by pieces, lines, words and characters. Returns whether something was
/// deleted. Rich grammars only.
bool tidy_layout(TreeWork& work);

}  // namespace grabr
