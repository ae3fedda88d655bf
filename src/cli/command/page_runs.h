// Reductions as a page shows them, by their reports: those that were asked for, and those that are
// kept beside the answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/page/page.h"

namespace grabr {

/// Of reports, or of inputs, outputs or folders of reductions that have ended (`cache`: where they
/// are kept; empty: beside these). Throws Error(kInvalid) for what is neither, or is not there any
/// more.
std::vector<PageRun> page_runs(const std::vector<std::string>& names, const std::string& cache);

/// The one reduction in turns, of a folder or of several inputs, that the only name means; nothing
/// where it means something else, or there are several names.
std::optional<PageTurns> page_turns(const std::vector<std::string>& names,
                                    const std::string& cache);

}  // namespace grabr
