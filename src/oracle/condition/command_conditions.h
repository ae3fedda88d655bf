// Conditions that run commands beside the test's: one that has to behave differently, and further
// ones that have to succeed or to fail.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oracle/condition/condition.h"
#include "oracle/condition/condition_options.h"

namespace grabr {

std::vector<Condition> difference_conditions(const ConditionOptions& options);

/// One for each command, which has to exit with 0 if `wanted`, or else with another status. `key`:
/// of the setting, for spelled(). `limited`: each run of them has a time limit of its own.
std::vector<Condition> further_conditions(std::string_view key,
                                          const std::vector<std::vector<std::string>>& commands,
                                          bool wanted, bool limited);
/// None: it only checks that limit.
std::vector<Condition> further_time_conditions(const ConditionOptions& options);

/// The name in a script of the function that runs the command with this number, from 0, of --and
/// or --not.
std::string further_function(bool wanted, std::size_t number);

}  // namespace grabr
