#include "run/check/checked_test.h"

#include <utility>

#include "oracle/condition/condition_kinds.h"
#include "run/check/kept_preflight.h"
#include "run/check/rate_search.h"
#include "run/job/kept_answers.h"

namespace grabr {

CheckedTest::CheckedTest(RunningTest& test, const run::Config& config, const ReductionJob& job,
                         std::optional<OracleIdentity> identity, run::Listener& listener)
    : test_(test),
      config_(config),
      job_(job),
      identity_(std::move(identity)),
      listener_(listener) {}

void CheckedTest::check(const StopToken& stop, const Wishes& wishes) {
  adopt_original(stop);
  if (identity_ && Journal::exists(job_.cache_folder, *identity_)) open(false);
  const bool stale = journal_ && !still_counts(stop, wishes.says_going_on);
  // Set aside only when the original fails: a test that does not work at all says nothing about the
  // answers.
  if (stale) journal_.reset();
  if (wishes.untested) {
    checks_.timeout_s = config_.limits.first_timeout_s();
    checks_.jobs = job_.test.jobs;
  } else {
    test_.watch_failure(true);
    checks_ = check_before_search(
        test_, journal(), config_, job_, stop,
        [&] {
          original_fails_ = true;
          what_failed_ = test_.what_failed();
          test_.watch_failure(false);
        },
        listener_);
  }
  if (!journal_) open(stale);
  const bool complete = checks_.repeated && config_.test.preflight;
  if (journal_ && complete) keep_checks(*journal_, checks_, job_);
}

void CheckedTest::adopt_original(const StopToken& stop) {
  if (!need_original(job_.test.conditions) || test_.process() == nullptr) return;
  try {
    listener_.begin_stage(first_run_stage("running the command on the original", config_));
    test_.process()->adopt_original(job_.text);
  } catch (const Error&) {
    stop.check();  // the reason is then that the run was cancelled
    throw;
  }
}

/// Are the answers of an earlier run still valid for the test?
bool CheckedTest::still_counts(const StopToken& stop, bool says_going_on) {
  if (journal_->found() == 0) return true;
  if (!config_.limits.timeout_s) {
    test_.set_timeout(kept_time_limit(*journal_).value_or(kFirstLimit_s));
  }
  std::optional<unsigned> most_runs;
  if (const auto rate = job_.test.flaky ? kept_rate(*journal_) : std::nullopt) {
    most_runs = misses_to_give_up(*rate, kFlakyError);
  }
  kept_best_ = check_kept_best(test_.oracle(), *journal_, job_.text, stop, most_runs);
  if (!kept_best_.fails) listener_.note(kept_best_.reason + ", so it is tested again");
  else if (says_going_on) listener_.note(words_on_known(*journal_));
  return kept_best_.fails;
}

void CheckedTest::open(bool fresh) {
  if (!identity_) return;
  journal_ = open_journal(job_, *identity_, config_.output.fresh || fresh, listener_);
}

Journal& CheckedTest::journal_or_memory() {
  if (!journal_) journal_ = Journal::in_memory();
  return *journal_;
}

void CheckedTest::forget_answers() {
  if (journal_) journal_->set_aside();
}

Judge::Options CheckedTest::judge_options(const StopToken& stop) {
  Judge::Options options;
  options.journal = journal();
  options.stop = stop;
  options.expected_s = checks_.found.median_s;
  if (kept_best_.runs > 0 && kept_best_.fails) options.just_failed = kept_best_.text;
  // A limit of ten times the measured time, with several tests at once, does not depend on load.
  const std::optional<double>& limit_s = config_.limits.timeout_s;
  options.recheck_timeouts = limit_s && *limit_s < 5 * checks_.found.slowest_s;
  return options;
}

void CheckedTest::note_failure(const UnusableTest& failure) {
  checks_.found = failure.found;
  checks_.repeated = true;
}

}  // namespace grabr
