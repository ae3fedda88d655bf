// A command without a condition that crashes on the original: the crash is taken as the failure.
#pragma once

#include <string_view>
#include <utility>

#include "oracle/process/process_oracle.h"
#include "run/check/symptom.h"
#include "run/config/listener.h"
#include "text/error.h"

namespace grabr {

/// Thrown by the checks before the search. The run must start again with the crash as the
/// condition, because the condition is part of the test's identity.
class CrashSeen : public Error {
 public:
  explicit CrashSeen(Symptom crash)
      : Error(ErrorKind::kNotInteresting, "the command " + crash.words), crash_(std::move(crash)) {}
  const Symptom& crash() const { return crash_; }

 private:
  Symptom crash_;
};

/// May a crash be taken as the failure? Yes for a command (after --, or a shell text) without
/// conditions; no for a TEST, whose exit status is its answer.
bool may_take_crash(bool plain_command, const ConditionOptions& conditions);

/// Runs the test again on the original (`text`), which did not fail in `first`, and examines the
/// run. Throws CrashSeen if it crashes, Error if `stop` ends it. Otherwise returns the run; its
/// folder is kept.
ProcessOracle::Explained look_for_crash(ProcessOracle& oracle, const TestResult& first,
                                        const ProcessOracleOptions& test, std::string_view text,
                                        const StopToken& stop);

/// Throws Error(kNotInteresting) if the crash only shows that a file is missing next to the
/// candidate: the output names a file in the folder where grabr was started, and with a copy of
/// that file the command does not crash.
void refuse_lack_of_files(const Symptom& crash, std::string_view errors,
                          const ProcessOracleOptions& test, std::string_view text,
                          const StopToken& stop);

/// Removes a folder that a run has kept, because nobody was told about it.
void drop_folder(const ProcessOracle::Explained& run);

/// Converts the run for symptom_of() and crash_of(). `input` is the text it ran on.
SeenRun seen_run(const ProcessOracle::Explained& explained, const ProcessOracleOptions& test,
                 std::string_view input = {});

/// Makes the crash the condition, and tells the listener.
void take_crash(const CrashSeen& seen, ConditionOptions& conditions, run::Listener& listener);

/// For --emit-script, which has no run to examine: runs the test on the original. If it does not
/// crash, throws Error(kInvalid) with the condition that would fit.
ConditionOptions crash_of_original(const ProcessOracleOptions& test, run::Listener& listener,
                                   const StopToken& stop);

}  // namespace grabr
