// What a run with --snapshot checks at its end, and says about it.
#pragma once

#include <string>

#include "oracle/oracle.h"
#include "oracle/process/process_oracle.h"
#include "oracle/stop_token.h"
#include "reduce/core/session.h"
#include "run/job/reduction_job.h"

namespace grabr {

/// While it exists, the tests of a run may use snapshots; `test` may be null.
class SnapshotsOn {
 public:
  explicit SnapshotsOn(ProcessOracle* test) : test_(test) {
    if (test_ != nullptr) test_->use_snapshots(true);
  }
  ~SnapshotsOn() {
    if (test_ != nullptr) test_->use_snapshots(false);
  }
  SnapshotsOn(const SnapshotsOn&) = delete;
  SnapshotsOn& operator=(const SnapshotsOn&) = delete;

 private:
  ProcessOracle* test_;
};

/// Tests the neighbours of the result again whose answer rests on a snapshot alone. Throws
/// SnapshotDiffers if one of them fails.
void check_neighbours(const Session& session, const ReductionJob& job, Oracle& test,
                      const StopToken& stop);

/// "31 ms instead of 240 ms": the time of a test; empty: none has been compared.
std::string times_with_snapshots(const SnapshotRecord& record);

/// "tests took 31 ms instead of 240 ms: 214 of them began in a copy of python3.11"; or why none
/// did.
std::string words_on_snapshots(const SnapshotRecord& record);

/// For the details: a line for each program, "python3.11: copied".
std::string snapshot_details(const SnapshotRecord& record);

}  // namespace grabr
