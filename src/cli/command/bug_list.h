// What `grabr triage` does, for other commands, too.
#pragma once

#include "cli/options/reduction_options.h"
#include "run/config/triage_config.h"

namespace grabr {

/// Time limit of a test unless one is given, in seconds.
inline constexpr double kTriageTimeout_s = 10;

/// Sorts files that fail into bugs, with pages, and says what came of it unless the options say
/// quiet. The exit status.
int list_bugs(const ReduceOptions& options, run::TriageConfig config);

}  // namespace grabr
