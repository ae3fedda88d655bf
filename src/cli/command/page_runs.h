// Reductions as a page shows them, by their reports: those that were asked for, and those that are
// kept beside the answers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/command/meant_runs.h"
#include "cli/options/saved_reduction.h"
#include "report/page/page.h"

namespace grabr {

/// A report, or the status of a reduction, beside which its report is kept.
struct PageSource {
  std::filesystem::path path;
  bool is_report = false;
};

/// What each name means, or no name: the newest reduction of this folder. A folder that was not
/// reduced itself means all that were reduced in it (`cache`: where they are kept; empty: beside
/// these). Throws Error(kInvalid) for a name of none.
std::vector<PageSource> page_sources(const std::vector<std::string>& names,
                                     const std::string& cache);

/// Throws Error(kInvalid) for what has not ended, or is not there any more.
std::vector<PageRun> page_runs(const std::vector<PageSource>& sources);

/// The one reduction in turns, of a folder or of several inputs, that the only source is; nothing
/// where it is something else, or there are several.
std::optional<PageTurns> page_turns(const std::vector<PageSource>& sources);

/// The report that is kept of a run that has ended. Throws Error(kInvalid) where there is none.
std::filesystem::path kept_report_of(const std::filesystem::path& status);

/// Sets the report: that of the one run that is meant, unless a report is named itself. Throws
/// Error(kInvalid) as meant_run and refuse_turns do.
void take_report_meant(VerifyOptions& options, const RunOptions& meant, const Instead& of_turns);

}  // namespace grabr
