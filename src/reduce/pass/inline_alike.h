// Inlines many names at once.
#pragma once

#include "reduce/pass/tree_work.h"

namespace grabr {

/// The pass `inline-alike`. Returns whether something was deleted; then the text was parsed again.
bool inline_alike(TreeWork& work);

}  // namespace grabr
