// Each strategy has its own session, so its counts are the same as when it runs alone. All share
// one journal: a text that two strategies ask for is tested once.
//
// Tested by tests/cli/compare_command_test.cc.
#include "run/compare.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "bench/strategy_run.h"
#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "report/form/measure.h"
#include "run/check/checked_test.h"
#include "run/check/crash_taken.h"
#include "run/check/running_test.h"
#include "run/check/witnesses.h"
#include "run/files/output_places.h"
#include "run/job/prepare_job.h"
#include "run/job/reduction_job.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// The name of the strategy's result file in the folder.
fs::path result_name(const std::string& strategy, const fs::path& input) {
  std::string name = strategy;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == ':'; }, '-');
  return name + input.extension().string();
}

std::vector<fs::path> own_files(const ReductionJob& job, const std::string& folder) {
  std::vector<fs::path> own = {job.cache_folder, kept_folder(job.output, job.input)};
  if (!folder.empty()) own.emplace_back(folder);
  return own;
}

class CompareRun {
 public:
  CompareRun(const run::Config& config, const ReductionJob& job, const std::string& folder,
             run::Listener& listener, const StopToken& stop)
      : config_(config),
        job_(job),
        folder_(folder),
        listener_(listener),
        stop_(stop),
        test_(job.test, listener, stop),
        checked_(test_, config, job, identity_of(job.test, own_files(job, folder)), listener) {}

  run::Compared compare(const std::vector<Schedule>& schedules) {
    checked_.check(stop_, {});
    begin_comparison();
    TestDurations durations(checked_.checks().found.median_s);
    Journal& journal = checked_.journal_or_memory();
    for (const Schedule& schedule : schedules) {
      if (!run(schedule, durations)) break;
    }
    journal.sync();
    return {std::move(comparison_), ended_by_};
  }

 private:
  const Parser* parser() const { return job_.problem.parser.get(); }
  const Grammar* grammar() const { return parser() != nullptr ? &parser()->grammar() : nullptr; }

  Measure measured(const std::string& text) const {
    if (parser() == nullptr) return measure(text, nullptr, nullptr);
    const ParseResult result = parser()->parse(text);
    return measure(text, std::get_if<Tree>(&result), parser());
  }

  void begin_comparison() {
    comparison_.input = job_.input;
    comparison_.input_measure = measured(job_.text);
    comparison_.parsed = job_.problem.partial ? "partial" : job_.problem.tree ? "whole" : "no";
    if (grammar() != nullptr) comparison_.grammar = grammar()->name;
  }

  /// Returns false if nothing more must run.
  bool run(const Schedule& schedule, TestDurations& durations) {
    const auto problem = problem_for(schedule, job_.problem, job_.text);
    if (const auto* reason = std::get_if<std::string>(&problem)) {
      listener_.note(schedule.text() + " is left out: " + *reason);
      comparison_.left_out.push_back({schedule.text(), *reason});
      return true;
    }
    StrategyRun run = run_search(schedule, std::get<Problem>(problem), durations);
    keep_result(run);
    const bool stops = is_by_signal(run.ended_by) || run.ended_by == ErrorKind::kEnvironment;
    if (is_by_signal(run.ended_by) && !config_.output.fresh) {
      listener_.note("interrupted; the same call continues from here");
    }
    if (run.ended_by == ErrorKind::kEnvironment || run.ended_by == ErrorKind::kSystem) {
      listener_.warn(schedule.text() + ": " + run.ended);
    }
    if (stops || run.ended_by == ErrorKind::kSystem) ended_by_ = run.ended_by;
    const Measure result = measured(run.result);
    comparison_.rows.push_back({std::move(run), result});
    return !stops;
  }

  StrategyRun run_search(const Schedule& schedule, const Problem& problem,
                         TestDurations& durations) {
    listener_.note(schedule.text());
    const auto now = Clock::now();
    const TokenCounter count_tokens(parser());
    listener_.begin_search({job_.text, count_tokens, now});
    StrategyRunPlan plan;
    plan.original = job_.text;
    plan.schedule = &schedule;
    plan.problem = &problem;
    plan.parser = parser();
    plan.small_enough = job_.stop_at;
    plan.judge = checked_.judge_options(stop_.within(config_.limits.budget(), now));
    plan.observers.push_back(&listener_);
    Witnesses witnesses(schedule.aim() == Aim::kPassing ? Witnesses::What::kPassing
                                                        : Witnesses::What::kFailing);
    plan.observers.push_back(&witnesses);
    plan.durations = &durations;
    plan.count_tokens = count_tokens;
    StrategyRun run = run_for_record(test_.oracle(), plan);
    listener_.end_search();
    confirm(run, witnesses);
    return run;
  }

  /// A result that a test does not confirm stops the comparison, because all strategies share their
  /// answers.
  void confirm(StrategyRun& run, const Witnesses& witnesses) {
    if (is_by_signal(run.ended_by) || run.ended_by == ErrorKind::kSystem) return;
    const Hash128 result = hash128(run.result);
    executed_ += run.counts.executed;
    const KeptBest& kept = checked_.kept_best();
    const bool just_tested = executed_ == 0 && kept.runs > 0 && kept.text == result;
    if (just_tested) confirmed_.insert(result);
    if (run.ended_by != ErrorKind::kEnvironment && confirmed_.contains(result)) return;
    Judge::Options options;
    options.journal = checked_.journal();
    Judge judge(test_.oracle(), options);
    judge.end_search(stop_);
    try {
      FinalCheck check =
          check_result(judge, run.result, witnesses, run.ended_by == ErrorKind::kEnvironment);
      executed_ += judge.counts().executed;
      run.counts.executed += judge.counts().executed;
      run.counts.canary += judge.counts().canary;
      if (check.holds) confirmed_.insert(result);
      else note_change(run, std::move(check));
    } catch (const Error& error) {
      run.ended_by = error.kind();
      run.ended = error.what();
    }
  }

  void note_change(StrategyRun& run, FinalCheck check) {
    run.ended_by = ErrorKind::kEnvironment;
    run.ended = check.reason;
    if (!check.instead) return;
    run.result = *std::move(check.instead);
    checked_.forget_answers();
  }

  void keep_result(const StrategyRun& run) const {
    if (folder_.empty()) return;
    write_atomically(fs::path(folder_) / result_name(run.strategy, job_.input),
                     encode(run.result, job_.test.encoding));
  }

  const run::Config& config_;
  const ReductionJob& job_;
  const std::string& folder_;
  run::Listener& listener_;
  const StopToken stop_;
  RunningTest test_;
  CheckedTest checked_;
  std::uint64_t executed_ = 0;   // runs of all strategies since the last check
  std::set<Hash128> confirmed_;  // results that a test has confirmed since they were found
  Comparison comparison_;
  EndedBy ended_by_;
};

}  // namespace

namespace run {

Compared compare(const Config& config, const std::vector<Schedule>& schedules,
                 const std::string& folder, Listener& listener, const StopToken& stop) {
  Config without_output = config;
  without_output.output.place = Output::Place::kNowhere;
  ReductionJob job = prepare_job(without_output, listener);
  if (!folder.empty()) make_folder(folder);
  try {
    return CompareRun(config, job, folder, listener, stop).compare(schedules);
  } catch (const CrashSeen& seen) {
    take_crash(seen, job.test.conditions, listener);
  }
  return CompareRun(config, job, folder, listener, stop).compare(schedules);
}

}  // namespace run
}  // namespace grabr
