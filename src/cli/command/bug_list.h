// The work of `grabr triage`, for other commands too.
#pragma once

#include "cli/options/reduction_options.h"
#include "run/config/triage_config.h"

namespace grabr {

/// Time limit of a test, in seconds, unless one is given.
inline constexpr double kTriageTimeout_s = 10;

/// Sorts failing files into bugs, with pages, and prints a summary unless the options say quiet.
/// Returns the exit status.
int list_bugs(const ReduceOptions& options, run::TriageConfig config);

}  // namespace grabr
