// Finds the result that a call of `grabr explain` means, its test and its grammar.
#pragma once

#include <optional>

#include "cli/line/command_line.h"
#include "cli/options/reduction_options.h"
#include "cli/show/console.h"
#include "run/explaining.h"

namespace grabr {

/// A test in any form of a reduction; or a report; or a result, whose test is kept in .grabr, or in
/// .grabr.json of the folder; or no word: the one reduction of this folder. Goes to the folder of
/// the reduction where that is known. Throws Error(kInvalid) with what is missing.
run::ExplainSubject find_explain_subject(ReduceOptions& options,
                                         const std::optional<Words>& after_dashes,
                                         Console& console);

}  // namespace grabr
