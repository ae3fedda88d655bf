// Reduces the common part of two inputs, one that fails and one that passes, in both.
#pragma once

#include <functional>
#include <string_view>

#include "reduce/core/session.h"
#include "text/units.h"

namespace grabr {

/// Removes units that the session's best and its passing text share from both at once, as long as
/// the one still fails and the other still passes. Does nothing without a passing text. Texts for
/// which `may_ask` is false are not tested.
void reduce_common_part(Session& session, Unit unit,
                        const std::function<bool(std::string_view text)>& may_ask = {});

}  // namespace grabr
