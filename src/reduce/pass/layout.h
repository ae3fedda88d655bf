// Tidies the skipped text between the remaining tokens: comments go, line breaks and indentation
// stay.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Each gap between tokens becomes a line break with its indentation, a space, or nothing if there
/// was nothing: all of them in one candidate, and if that does not fail, as many as possible. A
/// long gap that has to stay, such as a comment that the failure needs, is reduced by lines, words
/// and characters. Returns whether something went. Rich grammars only.
bool tidy_layout(TreeWork& work);

}  // namespace grabr
