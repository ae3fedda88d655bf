// Reduction by characters, for texts whose words are tokens of a language.
#pragma once

#include "reduce/core/session.h"

namespace grabr {

/// Removes characters from the best text so far.
void minimize_letters(Session& session);

}  // namespace grabr
