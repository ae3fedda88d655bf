// Inlines many names at once.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// The pass `inline-alike`. Returns whether something went; then the text is parsed again.
bool inline_alike(TreeWork& work);

}  // namespace grabr
