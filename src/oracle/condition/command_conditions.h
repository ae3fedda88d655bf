// Conditions that run other commands: one that must behave differently from the test's (--differs),
// and further ones that must succeed (--and) or fail (--not).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oracle/condition/condition.h"
#include "oracle/condition/condition_options.h"

namespace grabr {

/// The name, in a script, of the function that runs command `number` (from 0) of --and or --not.
std::string further_function(bool wanted, std::size_t number);

}  // namespace grabr
