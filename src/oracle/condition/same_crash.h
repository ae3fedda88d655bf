// The condition same-crash: the candidate fails as the original does.
#pragma once

#include <string>

#include "oracle/condition/execution.h"

namespace grabr {

struct CrashDifference {
  std::string words = {};      ///< empty: it is the same crash
  bool other_failure = false;  ///< the run tells of a failure, only of another one
};

/// Compares what failed, and the `frames` innermost functions.
CrashDifference crash_difference(const Execution& run, const Execution& original, int frames);

/// The same as shell code, which exits unless it is the same crash.
std::string same_crash_script(int frames);

}  // namespace grabr
