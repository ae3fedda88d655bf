// The answers that a reduction keeps on disk for another run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "run/listener.h"
#include "run/reduction_job.h"

namespace grabr {

/// What this program writes: a test that copies it along is still the same test.
std::vector<std::filesystem::path> own_files(const ReductionJob& job);

/// Of the job's test, whatever stands beside the candidate in a turn.
OracleIdentity test_identity_of(const ReductionJob& job);
/// By which its answers are kept. In a turn the other inputs are part of the question, as they are
/// at the time: a journal for each of their versions.
OracleIdentity identity_of(const ReductionJob& job);

/// The journal of the answers; nothing when it cannot be had: a run can do without. Says so, or
/// what has changed since it was written. `fresh`: what is there is set aside.
std::optional<Journal> open_journal(const ReductionJob& job, const OracleIdentity& identity,
                                    bool fresh, run::Listener& listener);

/// "b/tool and $CC have changed since the last run: the test is asked anew"
std::string words_on_changes(const Journal& journal);
/// "going on: 35 answers are known from FILE"
std::string words_on_known(const Journal& journal);

}  // namespace grabr
