// Makes the configuration of a run from the options of a command line.
#pragma once

#include <optional>

#include "cli/line/command_line.h"
#include "cli/options/reduction_options.h"
#include "run/config/config.h"

namespace grabr {

/// Throws Error(kInvalid) with a hint: an unclear call, a value that an option does not have,
/// options that exclude each other, a test whose options do not fit (cli/options/test_options.h).
/// Reads standard input where that is the input.
run::Config config_of(const ReduceOptions& options, const std::optional<Words>& after_dashes);
/// The same for a call that is already resolved.
run::Config config_of(const ReduceOptions& options, Call call);

}  // namespace grabr
