#include "run/check/checks_before.h"

#include <algorithm>
#include <typeinfo>
#include <utility>

#include "oracle/process/work_folder.h"
#include "run/check/crash_taken.h"
#include "run/check/kept_preflight.h"
#include "run/check/null_device.h"
#include "run/check/passing_original.h"
#include "run/check/preflight_report.h"
#include "run/check/probes.h"
#include "run/check/rate_search.h"
#include "run/check/symptom.h"
#include "run/config/test_words.h"
#include "text/setting.h"

namespace grabr {
namespace {

constexpr double kProbeError = 0.05;

/// Is a single test of the original enough?
bool is_brief(const run::Config& config, const ReductionJob& job) {
  return !config.test.preflight || (job.turn && job.turn->test_is_checked);
}

unsigned planned_jobs(RunningTest& test, const ReductionJob& job) {
  return test.process() != nullptr ? job.test.jobs : test.oracle().capacity();
}

std::string step_words(const PreflightStep& step) {
  using Kind = PreflightStep::Kind;
  const std::string count = std::to_string(step.number) + " of ";
  const std::string all = std::to_string(step.of);
  switch (step.kind) {
    case Kind::kFirst:
    case Kind::kOriginal: break;
    case Kind::kDoubt:
      return "checking why the test does not fail each time: run " + count + "at most " + all;
    case Kind::kProbe: return "checking the test with other inputs: run " + count + all;
  }
  return step.of == 1 ? "running the test on the original"
                      : "checking the test: run " + count + all;
}

PreflightPlan plan_of(RunningTest& test, const run::Config& config, const ReductionJob& job,
                      const StopToken& stop, run::Listener& listener) {
  PreflightPlan plan;
  plan.original = job.text;
  plan.stop = stop;
  plan.on_step = [&](const PreflightStep& step) {
    const bool first = step.kind == PreflightStep::Kind::kFirst;
    listener.begin_stage(first ? first_run_stage(step_words(step), config)
                               : run::Stage{step_words(step)});
  };
  plan.jobs = planned_jobs(test, job);
  if (is_brief(config, job)) {
    plan.repeat = 1;
    plan.jobs = 1;
    return plan;
  }
  if (job.test.flaky) plan.often = {kRunsOfOriginal.hits, kRunsOfOriginal.most, kProbeError};
  const Parser* parser = job.problem.parser.get();
  // A search for passing texts does not need the empty text to pass.
  const bool wants_failing = job.schedule.aim() != Aim::kPassing;
  if (job.probes_vacuity && wants_failing) plan.vacuous = vacuous_probes(parser);
  if (parser != nullptr && job.problem.tree && !job.problem.partial) {
    plan.equivalent = equivalent_probes(*parser, *job.problem.tree);
  }
  return plan;
}

/// Time limit in seconds for further runs of the original. It is longer than a candidate's: on a
/// busy machine a run may take many times as long as the first one, which does not mean that the
/// test is flaky.
double limit_of_repeats(const run::Config& config, const Preflight& found) {
  constexpr double kLeast_s = 30;
  return config.limits.timeout_s.value_or(
      std::clamp(10 * found.first.seconds, kLeast_s, kFirstLimit_s));
}

/// Time limit of a candidate in seconds.
double limit_of_candidates(const run::Config& config, const Preflight& found) {
  return config.limits.timeout_s.value_or(time_limit_from(found));
}

PreflightContext context_of(const run::Config& config, const ReductionJob& job) {
  PreflightContext context;
  context.test = job.test;
  context.jobs = job.test.jobs;
  context.jobs_given = config.limits.jobs.has_value();
  if (!job.test.conditions.hang_s) context.timeout_s = config.limits.timeout_s;
  context.verbose = config.output.verbose;
  context.bare_command = job.plain_command && job.shell_text.empty();
  return context;
}

/// A program may continue and end with 0 after a sanitizer's report.
std::string crash_with_zero(ProcessOracle& oracle, const ReductionJob& job) {
  if (!may_take_crash(job.plain_command, job.test.conditions)) return {};
  const ProcessOracle::Explained seen = oracle.explain(job.text);
  if (!seen.folder.empty()) remove_tree(seen.folder.parent_path());
  const auto crash = crash_of(seen_run(seen, job.test));
  return crash ? "\n  hint: the command " + crash->words + ": " + crash->option() + " asks for that"
               : "";
}

/// The number of jobs from the findings, for a host's test that cannot be examined.
unsigned jobs_of_host(const Preflight& found, const Oracle& oracle, bool is_flaky) {
  if (found.hits() < found.runs() && !is_flaky) {
    throw Error(ErrorKind::kNotTrusted, "the test is flaky: the original failed in " +
                                            std::to_string(found.hits()) + " of " +
                                            std::to_string(found.runs()) + " tests");
  }
  const Preflight::Probed* const vacuous = found.vacuous_failure();
  if (vacuous != nullptr && vacuous->kind == Probe::Kind::kEmpty) {
    throw Error(ErrorKind::kNotTrusted, "the test also fails for " + vacuous->name +
                                            ", so every reduction would end there");
  }
  return oracle.capacity();
}

[[noreturn]] void refuse_original_of_host(const TestResult& first) {
  if (!first.infrastructure.empty()) throw Error(ErrorKind::kSystem, first.infrastructure);
  throw Error(ErrorKind::kNotInteresting, "the original input does not fail: its test answers `" +
                                              std::string(outcome_name(first.outcome)) + "`");
}

/// The number of jobs from the findings; throws if they forbid the search.
unsigned jobs_after(RunningTest& test, const Preflight& found, const run::Config& config,
                    const ReductionJob& job, run::Listener& listener) {
  if (is_brief(config, job)) return planned_jobs(test, job);
  if (test.process() == nullptr) return jobs_of_host(found, test.oracle(), job.test.flaky);
  PreflightContext context = context_of(config, job);
  context.limit_s = limit_of_repeats(config, found);
  const PreflightDecision decision = decide(found, context);
  if (decision.refuse) {
    throw Error(decision.refuse->kind(),
                decision.refuse->what() + crash_with_zero(*test.process(), job));
  }
  for (const std::string& note : decision.notes) listener.note(note);
  return decision.jobs;
}

/// Throws CrashSeen; otherwise returns the run that was examined, if there was one.
std::optional<ProcessOracle::Explained> crash_or_run(RunningTest& test, const TestResult& first,
                                                     const ReductionJob& job,
                                                     const StopToken& stop) {
  const bool ended = !first.timed_out && first.infrastructure.empty();
  if (!ended || test.process() == nullptr ||
      !may_take_crash(job.plain_command, job.test.conditions))
    return std::nullopt;
  return look_for_crash(*test.process(), first, job.test, job.text, stop);
}

/// Reports how often the original fails; throws if it fails too rarely.
void judge_rate(const Hits& rate, const run::Config& config, run::Listener& listener) {
  const std::string seen = "the original failed in " + std::to_string(rate.hits) + " of " +
                           std::to_string(rate.runs) + " runs";
  if (!often_enough({rate, config.test.flaky_error.value_or(kFlakyError)})) {
    throw Error(
        ErrorKind::kNotTrusted,
        seen + spelled(": it fails too rarely for {flaky}\n  hint: make the failure more frequent: "
                       "under load, with more threads, in a loop inside the test"));
  }
  listener.note(seen + (rate.misses() == 0 ? spelled(": it may not need {flaky}") : ""));
}

/// Adds the findings to an Error of the step; other exceptions are left to the caller.
void with_findings(const Preflight& found, const std::function<void()>& step) {
  try {
    step();
  } catch (const Error& error) {
    if (typeid(error) != typeid(Error)) throw;
    throw UnusableTest(error, found);
  }
}

}  // namespace

run::Stage first_run_stage(const std::string& doing, const run::Config& config) {
  constexpr double kLong_s = 30;
  const double limit_s = config.limits.first_timeout_s();
  run::Stage stage{doing};
  if (config.test.process.conditions.hang_s || (limit_s > 0 && limit_s <= kLong_s)) return stage;
  stage.remark_after_s = kLong_s;
  stage.remark =
      "the test has not ended yet; it has " +
      (limit_s > 0 ? seconds_text(limit_s) : "no time limit") +
      spelled("; {timeout} SEC sets another limit, {hang} SEC if not ending is the failure");
  return stage;
}

void refuse_original(RunningTest& test, const TestResult& first, const run::Config& config,
                     const ReductionJob& job, const StopToken& stop, run::Listener& listener,
                     std::optional<ProcessOracle::Explained> again) {
  if (test.process() == nullptr) refuse_original_of_host(first);
  listener.begin_stage({"looking for the reason why the original does not fail"});
  const double limit_s = config.limits.first_timeout_s();
  const std::string message = explain_passing_original(
      *test.process(), job.test, {job.text, first, limit_s, job.plain_command, std::move(again)},
      stop);
  // A test that could not be run says nothing about the input.
  throw Error(first.infrastructure.empty() ? ErrorKind::kNotInteresting : ErrorKind::kSystem,
              message);
}

ChecksBefore check_before_search(RunningTest& test, const Journal* journal,
                                 const run::Config& config, const ReductionJob& job,
                                 const StopToken& stop, const std::function<void()>& on_failing,
                                 run::Listener& listener) {
  PreflightPlan plan = plan_of(test, config, job, stop, listener);
  plan.on_failing = [&](const Preflight& found) {
    test.set_timeout(limit_of_repeats(config, found));
    on_failing();
  };
  plan.before_probes = [&](const Preflight& found) {
    test.set_timeout(limit_of_candidates(config, found));
  };
  ChecksBefore checks;
  checks.planned_jobs = plan.jobs;
  const auto kept = journal != nullptr ? kept_preflight(*journal, plan) : std::nullopt;
  const auto kept_hits = journal != nullptr ? kept_rate(*journal) : std::nullopt;
  if (kept && (kept_hits || !job.test.flaky)) {
    checks.rate = kept_hits.value_or(Hits());
    checks.found = kept->preflight;
    checks.jobs = kept->jobs;
    on_failing();
  } else {
    test.set_timeout(config.limits.first_timeout_s());
    checks.repeated = true;
    checks.found = run_preflight(test.oracle(), plan);
    warn_of_null_device(listener);
    const TestResult& first = checks.found.first;
    const bool fails = first.outcome == Outcome::kFail;
    auto again = fails ? std::nullopt : crash_or_run(test, first, job, stop);
    with_findings(checks.found, [&] {
      if (!fails) {
        refuse_original(test, first, config, job, stop, listener, std::move(again));
      }
      checks.rate = {checks.found.hits(), checks.found.runs()};
      if (job.test.flaky) judge_rate(checks.rate, config, listener);
      checks.jobs = jobs_after(test, checks.found, config, job, listener);
    });
  }
  checks.timeout_s = limit_of_candidates(config, checks.found);
  test.set_timeout(checks.timeout_s);
  test.set_jobs(checks.jobs);
  return checks;
}

void keep_checks(Journal& journal, const ChecksBefore& checks, const ReductionJob& job) {
  keep_preflight(journal, job.text, checks.found, checks.planned_jobs, checks.jobs);
  if (job.test.flaky) keep_rate(journal, checks.rate);
}

}  // namespace grabr
