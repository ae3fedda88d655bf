// The list minimisers of reduce/passes.def, which says what each does and guarantees.
#pragma once

#include "reduce/minimizer/minimize.h"

namespace grabr {

#define LIST_MINIMIZER(name, function, ...) \
  Kept function(Session& session, const RemovableList& list);
#include "reduce/passes.def"

}  // namespace grabr
