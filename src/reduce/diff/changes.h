// The difference of two texts as removable things.
#pragma once

#include <string_view>

#include "reduce/minimizer/minimize.h"
#include "text/units.h"

namespace grabr {

/// Each unit that is deleted, inserted or replaced on a shortest way from `before` to `after` is
/// one thing: keeping none gives `before`, keeping all `after`. Both must outlive the list.
RemovableList change_list(std::string_view before, std::string_view after, Unit unit);

}  // namespace grabr
