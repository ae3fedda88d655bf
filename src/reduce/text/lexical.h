// Reduction of a text as a flat list of units (text/units.h).
#pragma once

#include <string_view>

#include "reduce/minimizer/minimizer.h"
#include "text/units.h"

namespace grabr {

/// The units of `text` as removable things. `text` must outlive the list.
RemovableList text_list(std::string_view text, Unit unit);

/// Minimises the best text so far over its units.
void minimize_text(Session& session, Unit unit, ListMinimizer minimizer);
void minimize_text(Session& session, Unit unit, const ListReducer& lists);

}  // namespace grabr
