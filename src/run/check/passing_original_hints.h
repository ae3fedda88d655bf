// What to do about an original that does not fail.
#pragma once

#include <string>

#include "run/check/passing_original.h"

namespace grabr {

/// Lines of hints, the most likely first.
std::string hints_for(const PassingOriginal& facts, const ProcessOracleOptions& test);

}  // namespace grabr
