#include "run/check/running_test.h"

#include <utility>

#include "oracle/condition/failure_signature.h"
#include "run/check/null_device.h"
#include "text/error.h"

namespace grabr {

RunningTest::RunningTest(ProcessOracleOptions test, run::Listener& listener, const StopToken& stop)
    : has_conditions_(test.conditions.any()),
      process_(std::make_unique<ProcessOracle>(std::move(test))),
      oracle_(*process_),
      listener_(listener),
      watch_(stop, process_.get()) {
  process_->set_heartbeat(listener.tick_every_s(), [&listener] { listener.tick(); });
  watch_failure(false);
}

RunningTest::RunningTest(Oracle& oracle, run::Listener& listener, const StopToken& stop)
    : oracle_(oracle), listener_(listener), watch_(stop, &oracle) {}

RunningTest::~RunningTest() {
  listener_.idle();
  warn_of_null_device(listener_);
}

void RunningTest::watch_failure(bool watches) {
  if (process_) process_->show_output(watches || listener_.person() != nullptr);
}

std::string RunningTest::what_failed() const {
  const auto* const shown = process_ && process_->last_shown() ? &*process_->last_shown() : nullptr;
  if (shown == nullptr || shown->result.timed_out) return {};
  // The output of a TEST without conditions may have nothing to do with the failure.
  if (!has_conditions_) {
    const auto told = told_failure(shown->output, shown->errors, {});
    return told ? told->line : std::string();
  }
  return failure_line(shown->result, shown->output, shown->errors);
}

std::string RunningTest::what_fails(std::string_view text, const StopToken& stop) {
  if (!process_) return {};
  watch_failure(true);
  return fails(process_->run(text, stop)) ? what_failed() : std::string();
}

void RunningTest::set_timeout(double seconds) {
  if (process_) process_->set_timeout(seconds);
}

void RunningTest::set_jobs(unsigned jobs) {
  if (process_) process_->set_jobs(jobs);
}

void require_run(const TestResult& result) {
  if (result.infrastructure.empty()) return;
  throw Error(ErrorKind::kEnvironment, "the test cannot be run: " + result.infrastructure);
}

FailingTest require_failing(Oracle& oracle, std::string_view text, const std::string& otherwise,
                            const StopToken& stop) {
  for (unsigned tries = 1;; ++tries) {
    TestResult result = oracle.run(text, stop);
    if (result.outcome == Outcome::kFail) return {std::move(result), tries};
    if (!result.infrastructure.empty() && tries < kRunTries) continue;
    require_run(result);
    throw Error(ErrorKind::kNotInteresting, otherwise + ": the answer is `" +
                                                std::string(outcome_name(result.outcome)) +
                                                (result.timed_out ? "`, out of time" : "`"));
  }
}

}  // namespace grabr
