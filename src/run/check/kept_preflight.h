// Keeps the findings of the checks before the search in the journal, so that a continued run need
// not repeat the checks.
#pragma once

#include <optional>
#include <string_view>

#include "oracle/answers/journal.h"
#include "oracle/answers/preflight.h"
#include "oracle/answers/rates.h"

namespace grabr {

/// Saves the findings of checks that passed, with the number of jobs planned and that used.
void keep_preflight(Journal& journal, std::string_view original, const Preflight& preflight,
                    unsigned asked_jobs, unsigned jobs);

/// The findings saved by a run with the same original, probes and number of jobs: outcomes and
/// times, but no details of the runs. Nothing if none were saved.
struct KeptPreflight {
  Preflight preflight;
  unsigned jobs = 1;  ///< jobs that were used
};
std::optional<KeptPreflight> kept_preflight(const Journal& journal, const PreflightPlan& plan);

/// For a flaky test: how often the original failed. kept_rate() is nothing if that was not saved.
void keep_rate(Journal& journal, const Hits& rate);
std::optional<Hits> kept_rate(const Journal& journal);

/// The time limit that follows from the saved preflight of any run.
std::optional<double> kept_time_limit(const Journal& journal);

}  // namespace grabr
