// Several strategies in one option: "ddmin-2000:chars,hddr:probdd then hoist".
#pragma once

#include <string_view>
#include <vector>

#include "reduce/schedule.h"

namespace grabr {

/// One schedule for each item between commas. Throws Error(kInvalid) if an item is not a strategy
/// or occurs twice.
std::vector<Schedule> parse_strategy_list(std::string_view text);

}  // namespace grabr
