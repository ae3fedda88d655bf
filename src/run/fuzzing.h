// `grabr fuzz` from its options to the reduced findings on disk.
#pragma once

#include <optional>

#include "cli/command_line.h"
#include "run/fuzz_options.h"

namespace grabr {

/// The exit status: 0 when nothing was found, 1 when something was, 130 or 143 when a signal ended
/// it. Throws Error for what keeps it from running.
int run_fuzzing(const FuzzOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
