// `grabr reduce` with several inputs: each is reduced in turn while the others stay as they are.
#pragma once

#include "cli/command_line.h"
#include "cli/reduction_options.h"

namespace grabr {

/// The exit status. Throws Error for what ends the command without a result.
int reduce_in_turns(const ReduceOptions& options, const Call& call);

}  // namespace grabr
