// The skipped text between what is left: comments go, line breaks and indentation stay.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// Each gap between tokens becomes a line break with its indentation, or a space, or nothing where
/// there was nothing: all of them in one candidate, and where that does not fail, as many as may;
/// of a long one that has to stay, a comment that the failure needs, the lines, words and
/// characters that may go do. True when something went. Rich grammars only.
bool tidy_layout(TreeWork& work);

}  // namespace grabr
