// A command without a condition that crashes on the original: the crash is taken as the failure.
#pragma once

#include <string_view>
#include <utility>

#include "oracle/process/process_oracle.h"
#include "run/listener.h"
#include "run/symptom.h"
#include "text/error.h"

namespace grabr {

/// Thrown from the checks before the search: the work has to begin again with the crash as the
/// condition, since that is part of the question that a test answers.
class CrashSeen : public Error {
 public:
  explicit CrashSeen(Symptom crash)
      : Error(ErrorKind::kNotInteresting, "the command " + crash.words), crash_(std::move(crash)) {}
  const Symptom& crash() const { return crash_; }

 private:
  Symptom crash_;
};

/// May a crash decide? Of a command (after --, or a shell text) that nothing is asked of: a TEST
/// says by its exit status what it means.
bool may_take_crash(bool plain_command, const ConditionOptions& conditions);

/// A run of the original (`text`) that did not fail, `first`, once more and looked at. Throws
/// CrashSeen where it crashes and Error where `stop` ends it; else gives the run back, whose folder
/// is kept.
ProcessOracle::Explained look_for_crash(ProcessOracle& oracle, const TestResult& first,
                                        const ProcessOracleOptions& test, std::string_view text,
                                        const StopToken& stop);

/// The run as one that can be looked at.
SeenRun seen_run(const ProcessOracle::Explained& explained, const ProcessOracleOptions& test);

/// From now on the crash is what is asked for. Says so.
void take_crash(const CrashSeen& seen, ConditionOptions& conditions, run::Listener& listener);

/// For --emit-script, which has no run to look at: makes one of the original. Throws
/// Error(kInvalid) with the condition that would fit when it does not crash.
ConditionOptions crash_of_original(const ProcessOracleOptions& test, run::Listener& listener,
                                   const StopToken& stop);

}  // namespace grabr
