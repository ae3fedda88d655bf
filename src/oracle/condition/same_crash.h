// The condition same-crash: the candidate fails as the original does.
#pragma once

#include <string>

#include "oracle/condition/execution.h"
#include "oracle/condition/failure_kinds.h"

namespace grabr {

struct CrashDifference {
  std::string words = {};      ///< empty: it is the same crash
  bool other_failure = false;  ///< the run shows a failure, but another one
};

/// What is compared: what failed, and this many innermost functions.
struct CrashParts {
  int frames = 0;
  FrameParts of_frame = {};
};
CrashDifference crash_difference(const Execution& run, const Execution& original,
                                 const CrashParts& parts);

/// The same as shell code, which exits unless it is the same crash.
std::string same_crash_script(const CrashParts& parts);

}  // namespace grabr
