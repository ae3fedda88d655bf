// The default strategy.
#pragma once

#include "reduce/session.h"
#include "reduce/strategy.h"

namespace grabr {

/// On a tree: delete, replace, look at tokens, until nothing changes; then tidy the layout.
/// On a text that does not parse: lines, tokens, characters.
void run_auto(Session& session, const Problem& problem);

}  // namespace grabr
