// The loop that both books' ddmin share; they differ in how a list is cut into parts.
#pragma once

#include <cstddef>
#include <vector>

#include "reduce/minimizer/minimize.h"

namespace grabr {

/// Cuts a list of that length into about n parts, in order.
using CutIntoParts = std::vector<Cut> (*)(std::size_t length, std::size_t n);

/// Drops the first part that can go and begins again at the front with n - 1 parts; if none can go,
/// doubles n, until each part is a single thing. Never empties the list.
Kept drop_parts(Session& session, const RemovableList& list, CutIntoParts cut);

}  // namespace grabr
