// The test of a run before its search: checked, and with those answers of earlier runs that still
// count.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "oracle/answers/judge.h"
#include "run/checks_before.h"
#include "run/config.h"
#include "run/listener.h"
#include "run/reduction_job.h"
#include "run/running_test.h"
#include "run/witnesses.h"

namespace grabr {

class CheckedTest {
 public:
  /// Without an identity no answers are kept. All of it must live as long.
  CheckedTest(RunningTest& test, const run::Config& config, const ReductionJob& job,
              std::optional<OracleIdentity> identity, run::Listener& listener);

  struct Wishes {
    bool untested = false;       ///< the search begins with a test of the original itself
    bool says_going_on = false;  ///< that answers are known
  };
  /// Ends the run, with no result, unless the original fails and its test can be trusted. A journal
  /// is made only for a run that begins. Throws as check_before_search, and Error where `stop` ends
  /// it.
  void check(const StopToken& stop, const Wishes& wishes);
  /// Known as soon as it is seen, before the checks have ended.
  bool original_fails() const { return original_fails_; }

  Journal* journal() { return journal_ ? &*journal_ : nullptr; }
  /// For a run that shares answers: where they cannot be kept they are remembered.
  Journal& journal_or_memory();
  /// What was true of another text is no answer any more.
  void forget_answers();

  const ChecksBefore& checks() const { return checks_; }
  const KeptBest& kept_best() const { return kept_best_; }
  Judge::Options judge_options(const StopToken& stop);

  /// What a check has found that ended the run.
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
};

}  // namespace grabr
