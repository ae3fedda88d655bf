// The difference of two texts as a list of removable changes.
#pragma once

#include <string_view>

#include "reduce/minimizer/minimize.h"
#include "text/units.h"

namespace grabr {

/// Each unit that a shortest edit script from `before` to `after` deletes, inserts or replaces is
/// one thing: keeping none gives `before`, keeping all gives `after`. Both must outlive the list.
RemovableList change_list(std::string_view before, std::string_view after, Unit unit);

}  // namespace grabr
