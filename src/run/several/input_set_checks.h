// Checks several inputs together before the first of them is reduced.
#pragma once

#include "run/config/config.h"
#include "run/several/input_set.h"

namespace grabr {

/// Checks what those of the first turn cannot: that the test does not fail if all inputs are empty,
/// and that it fails whichever input is its argument. A continued run was checked before. Begins
/// the first turn. Throws Error(kNotTrusted) or Error(kNotInteresting).
void check_set(const run::Config& config, InputSet& set);

}  // namespace grabr
