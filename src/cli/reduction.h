// `grabr reduce` from its options to the result on disk.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/reduction_options.h"
#include "text/error.h"

namespace grabr {

/// Why a reduction ended as it did, for the user: that its best is kept, where it ended early.
std::string in_words(Exit exit, const std::string& reason);

/// The exit status. Throws Error for what ends the command without a result.
int run_reduction(const ReduceOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
