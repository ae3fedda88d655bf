// Makes the configuration of a run from the options of a command line.
#pragma once

#include <optional>

#include "cli/line/command_line.h"
#include "cli/options/reduction_options.h"
#include "run/config/config.h"

namespace grabr {

/// Throws Error(kInvalid) with a hint for an ambiguous call, an invalid value of an option, options
/// that exclude each other, or options that do not fit the test (cli/options/test_options.h). Reads
/// standard input if that is the input.
run::Config config_of(const ReduceOptions& options, const std::optional<Words>& after_dashes);
/// The same if it is already known which word is the test and which the input.
run::Config config_of(const ReduceOptions& options, Call call);

}  // namespace grabr
