// Descriptions of the strategies and of the passes of `auto`: `grabr strategies [NAME]`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reduce/schedule.h"

namespace grabr {

/// Prints all of them. Returns the exit status.
int list_strategies();

/// Prints how a strategy, a list minimiser or a pass works, from the comment at the head of its
/// file. Returns the exit status. Throws Error(kInvalid) with similar names.
int explain_strategy(const std::string& name);

/// Several strategies in one option, "ddmin-2000:chars,hddr:probdd then hoist": one schedule for
/// each item between commas. Throws Error(kInvalid) if an item is not a strategy or occurs twice.
std::vector<Schedule> parse_strategy_list(std::string_view text);

}  // namespace grabr
