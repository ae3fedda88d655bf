// Prepares a job: resolves and checks its configuration before the first test.
#pragma once

#include <string>

#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/job_input.h"
#include "run/job/reduction_job.h"

namespace grabr {

/// The passes of a search. Throws Error(kInvalid) for an unknown name. Tells the listener about
/// unknown passes that should be left out.
Schedule find_schedule(const run::Search& search, run::Listener& listener);

/// Throws Error: a missing or empty file, a missing test, an unknown strategy or grammar, an output
/// that cannot be written, or an input that must parse and does not. Tells the listener, who must
/// outlive the job, about each step, the chosen grammar, and whether the input is reduced as text.
ReductionJob prepare_job(const run::Config& config, run::Listener& listener,
                         JudgedBy by = JudgedBy::kProcess);

/// Continues with another text of the input.
void replace_text(const run::Config& config, ReductionJob& job, std::string text,
                  run::Listener& listener);

}  // namespace grabr
