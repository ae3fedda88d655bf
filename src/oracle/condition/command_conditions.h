// Conditions that run other commands: one that must behave differently from the test's (--differs),
// and further ones that must succeed (--and) or fail (--not).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oracle/condition/condition.h"
#include "oracle/condition/condition_options.h"

namespace grabr {

std::vector<Condition> difference_conditions(const ConditionOptions& options);

/// One for each command, which must exit with 0 if `wanted`, otherwise with another status. `key`
/// names the setting in messages (spelled()). `limited`: their runs have a time limit of their own.
std::vector<Condition> further_conditions(std::string_view key,
                                          const std::vector<std::vector<std::string>>& commands,
                                          bool wanted, bool limited);
/// Returns none; throws Error(kInvalid) if the limit is invalid.
std::vector<Condition> further_time_conditions(const ConditionOptions& options);

/// The name in a script of the function that runs the command with this number, from 0, of --and
/// or --not.
std::string further_function(bool wanted, std::size_t number);

}  // namespace grabr
