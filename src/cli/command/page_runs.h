// Loads reductions for a page from their reports: from files, or from the folder of kept answers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/command/meant_runs.h"
#include "cli/options/saved_reduction.h"
#include "report/page/page.h"

namespace grabr {

/// A report, or the status file of a reduction, next to which its report is kept.
struct PageSource {
  std::filesystem::path path;
  bool is_report = false;
};

/// Finds the source of each name; without names, the newest reduction of this folder. A folder that
/// was not reduced itself stands for all reductions in it (`cache`: where they are kept; empty:
/// next to the inputs). Throws Error(kInvalid) for a name without a reduction.
std::vector<PageSource> page_sources(const std::vector<std::string>& names,
                                     const std::string& cache);

/// Throws Error(kInvalid) if a reduction has not ended or is gone.
std::vector<PageRun> page_runs(const std::vector<PageSource>& sources);

/// The reduction in turns, of a folder or of several inputs, if it is the only source; nothing if
/// there are several sources or it is something else.
std::optional<PageTurns> page_turns(const std::vector<PageSource>& sources);

/// The kept report of a run that has ended. Throws Error(kInvalid) if there is none.
std::filesystem::path kept_report_of(const std::filesystem::path& status);

/// Sets the report to that of the run that the user refers to, unless a report is named. Throws
/// Error(kInvalid) as meant_run and refuse_turns do.
void take_report_meant(VerifyOptions& options, const RunOptions& meant, const Instead& of_turns);

}  // namespace grabr
