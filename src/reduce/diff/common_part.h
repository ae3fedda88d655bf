// What two inputs have in common, one that fails and one that passes, is made smaller in both.
#pragma once

#include "reduce/core/session.h"
#include "text/units.h"

namespace grabr {

/// Takes units that the session's best and its passing text share out of both at once, as long as
/// the one still fails and the other still passes. Does nothing without a passing text.
void reduce_common_part(Session& session, Unit unit);

}  // namespace grabr
