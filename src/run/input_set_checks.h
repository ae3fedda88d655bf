// What must hold of several inputs together before the first of them is reduced.
#pragma once

#include "run/config.h"
#include "run/input_set.h"

namespace grabr {

/// What the checks of the first turn cannot see: that the test does not fail when all inputs are
/// empty, and that it fails whichever input is its argument. A call that goes on has been checked.
/// Begins the first turn. Throws Error(kNotTrusted) or Error(kNotInteresting).
void check_set(const run::Config& config, InputSet& set);

}  // namespace grabr
