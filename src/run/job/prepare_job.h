// Prepares a job: resolves and checks its configuration before the first test.
#pragma once

#include <string>

#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/job_input.h"
#include "run/job/reduction_job.h"

namespace grabr {

/// The passes that a search takes. Throws Error(kInvalid) for what is not known. Tells the listener
/// of passes to be left out that there are not.
Schedule find_schedule(const run::Search& search, run::Listener& listener);

/// Throws Error: a missing or empty file, a missing test, an unknown strategy or grammar, an output
/// that cannot be written, or an input that must parse and does not. Tells the listener, who must
/// live as long as the job, what is being done, which grammar was chosen, and when the input goes
/// on as text.
ReductionJob prepare_job(const run::Config& config, run::Listener& listener,
                         JudgedBy by = JudgedBy::kProcess);

/// Goes on from another text of the input.
void replace_text(const run::Config& config, ReductionJob& job, std::string text,
                  run::Listener& listener);

}  // namespace grabr
