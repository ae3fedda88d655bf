// The skipped text between what is left: comments go, line breaks and indentation stay.
#pragma once

#include "reduce/tree_work.h"

namespace grabr {

/// One candidate: each gap between tokens becomes a line break with its indentation, or a space, or
/// nothing where there was nothing. True if it was taken. Rich grammars only.
bool tidy_layout(TreeWork& work);

}  // namespace grabr
