// Keeps the findings of the checks before the search in the journal, so that a continued run need
// not repeat the checks.
#pragma once

#include <optional>
#include <string_view>

#include "oracle/answers/journal.h"
#include "oracle/answers/preflight.h"
#include "oracle/answers/rates.h"

namespace grabr {

/// Saves a preflight that let the search begin, with `asked_jobs` planned and `jobs` used.
void keep_preflight(Journal& journal, std::string_view original, const Preflight& preflight,
                    unsigned asked_jobs, unsigned jobs);

/// The preflight saved by a run with the same original, probes and number of jobs: outcomes and
/// times, without runs. Nothing if there is none.
struct KeptPreflight {
  Preflight preflight;
  unsigned jobs = 1;  ///< as used
};
std::optional<KeptPreflight> kept_preflight(const Journal& journal, const PreflightPlan& plan);

/// Of a flaky test: how often the original failed; nothing where that is not kept.
void keep_rate(Journal& journal, const Hits& rate);
std::optional<Hits> kept_rate(const Journal& journal);

/// The time limit that follows from the saved preflight of any run.
std::optional<double> kept_time_limit(const Journal& journal);

}  // namespace grabr
