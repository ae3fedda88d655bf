// What the checks before the search have found, kept in the journal: a run that goes on where an
// earlier one was need not make them again.
#pragma once

#include <optional>
#include <string_view>

#include "oracle/answers/journal.h"
#include "oracle/answers/preflight.h"

namespace grabr {

/// Of a preflight that let the search begin: `asked_jobs` at once were planned, `jobs` decided on.
void keep_preflight(Journal& journal, std::string_view original, const Preflight& preflight,
                    unsigned asked_jobs, unsigned jobs);

/// What was kept by a run with the same original, probes and number of jobs: outcomes and times,
/// with no runs. Nothing when there is none.
struct KeptPreflight {
  Preflight preflight;
  unsigned jobs = 1;  ///< that were decided on
};
std::optional<KeptPreflight> kept_preflight(const Journal& journal, const PreflightPlan& plan);

/// The time limit of a test that follows from what was kept, whoever kept it.
std::optional<double> kept_time_limit(const Journal& journal);

}  // namespace grabr
