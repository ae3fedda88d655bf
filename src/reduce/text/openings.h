// Reduction of a text that does not parse: brackets that are never closed.
#pragma once

#include "reduce/core/session.h"

namespace grabr {

/// Removes opening brackets from the best text so far, each with the token after it.
void remove_openings(Session& session);

}  // namespace grabr
