// Prepares the test of a run for the search: checks it, and loads the answers of earlier runs that
// are still valid.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "oracle/answers/judge.h"
#include "run/check/checks_before.h"
#include "run/check/running_test.h"
#include "run/check/witnesses.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"

namespace grabr {

class CheckedTest {
 public:
  /// Without an identity, answers are not kept. All arguments must outlive this.
  CheckedTest(RunningTest& test, const run::Config& config, const ReductionJob& job,
              std::optional<OracleIdentity> identity, run::Listener& listener);

  struct Wishes {
    bool untested = false;       ///< the search itself begins with a test of the original
    bool says_going_on = false;  ///< report that answers are known
  };
  /// Ends the run without a result unless the original fails and its test can be trusted. Creates a
  /// journal only if the search begins. Throws as check_before_search does, and Error if `stop`
  /// ends it.
  void check(const StopToken& stop, const Wishes& wishes);
  /// True as soon as the original has failed, even before the checks end.
  bool original_fails() const { return original_fails_; }
  /// In a line, by conditions; empty: by a test's own answer, or it was not run.
  const std::string& what_failed() const { return what_failed_; }

  Journal* journal() { return journal_ ? &*journal_ : nullptr; }
  /// The journal of a run that shares answers; in memory if they cannot be kept on disk.
  Journal& journal_or_memory();
  /// Drops the answers after a change of the text, because they are no longer valid.
  void forget_answers();

  const ChecksBefore& checks() const { return checks_; }
  const KeptBest& kept_best() const { return kept_best_; }
  Judge::Options judge_options(const StopToken& stop);

  /// Records the finding of a check that ended the run.
  void note_failure(const UnusableTest& failure);

 private:
  void adopt_original(const StopToken& stop);
  bool still_counts(const StopToken& stop, bool says_going_on);
  void open(bool fresh);

  RunningTest& test_;
  const run::Config& config_;
  const ReductionJob& job_;
  std::optional<OracleIdentity> identity_;
  run::Listener& listener_;
  std::optional<Journal> journal_;
  ChecksBefore checks_;
  KeptBest kept_best_;
  bool original_fails_ = false;
  std::string what_failed_;
};

}  // namespace grabr
