// The answers that a reduction keeps on disk for another run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"

namespace grabr {

/// The files that grabr writes. They are not part of a test's identity, even if it copies them.
std::vector<std::filesystem::path> own_files(const ReductionJob& job);

/// The identity of the job's test, independent of the other inputs in a turn.
OracleIdentity test_identity_of(const ReductionJob& job);
/// The identity under which answers are kept. In a turn it includes the current texts of the other
/// inputs, so each of their versions has its own journal.
OracleIdentity identity_of(const ReductionJob& job);

/// Opens the journal of the answers; nothing if that fails, because a run can do without. Tells the
/// listener about that, or about changes since it was written. `fresh`: existing answers are set
/// aside.
std::optional<Journal> open_journal(const ReductionJob& job, const OracleIdentity& identity,
                                    bool fresh, run::Listener& listener);

/// "b/tool and $CC have changed since the last run: earlier answers are not used"
std::string words_on_changes(const Journal& journal);
/// "going on: 35 answers are known from FILE"
std::string words_on_known(const Journal& journal);

}  // namespace grabr
