// As few bytes between the remaining tokens as the test needs.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Gaps between tokens become as short as the lexer allows: all of them in one candidate, and if
/// that does not fail, as many as possible. A longer gap that has to stay, such as a comment that
/// the failure needs, is reduced by pieces, lines, words and characters. Returns whether something
/// went. Rich grammars only.
bool tidy_layout(TreeWork& work);

}  // namespace grabr
