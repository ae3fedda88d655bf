// The list minimisers. Their rows in reduce/passes.def say what each does and guarantees.
#pragma once

#include "reduce/minimizer/minimize.h"

namespace grabr {

#define LIST_MINIMIZER(name, function, ...) \
  Kept function(Session& session, const RemovableList& list);
#include "reduce/passes.def"

}  // namespace grabr
