#include "cli/checks_before.h"

#include <iostream>
#include <typeinfo>
#include <utility>

#include "cli/crash_taken.h"
#include "cli/kept_preflight.h"
#include "cli/passing_original.h"
#include "cli/preflight_report.h"
#include "cli/probes.h"
#include "cli/symptom.h"
#include "cli/test_options.h"
#include "cli/test_words.h"
#include "oracle/process/work_folder.h"

namespace grabr {
namespace {

/// One test of the original will do.
bool is_brief(const ReduceOptions& options, const ReductionJob& job) {
  return options.no_preflight || (job.turn && job.turn->test_is_checked);
}

std::string step_words(const PreflightStep& step) {
  using Kind = PreflightStep::Kind;
  const std::string count = std::to_string(step.number) + " of ";
  const std::string all = std::to_string(step.of);
  switch (step.kind) {
    case Kind::kFirst:
    case Kind::kOriginal: break;
    case Kind::kDoubt: return "checking why the test does not fail each time: run " + count +
                              "at most " + all;
    case Kind::kProbe: return "checking the test with other inputs: run " + count + all;
  }
  return step.of == 1 ? "running the test on the original"
                      : "checking the test: run " + count + all;
}

PreflightPlan plan_of(const ReduceOptions& options, const ReductionJob& job,
                      const std::function<void()>& check_stop, Progress& progress) {
  PreflightPlan plan;
  plan.original = job.text;
  plan.check_stop = check_stop;
  plan.on_step = [&](const PreflightStep& step) {
    const bool first = step.kind == PreflightStep::Kind::kFirst;
    progress.begin_stage(first ? first_run_stage(step_words(step), options)
                               : Stage{step_words(step)});
  };
  plan.jobs = job.test.jobs;
  if (is_brief(options, job)) {
    plan.repeat = 1;
    plan.jobs = 1;
    return plan;
  }
  const Parser* parser = job.problem.parser.get();
  if (job.probes_vacuity) plan.vacuous = vacuous_probes(parser);
  if (parser != nullptr && job.problem.tree && !job.problem.partial) {
    plan.equivalent = equivalent_probes(*parser, *job.problem.tree);
  }
  return plan;
}

PreflightContext context_of(const ReduceOptions& options, const ReductionJob& job) {
  PreflightContext context;
  context.test = job.test;
  context.jobs = job.test.jobs;
  context.jobs_given = options.jobs != 0;
  if (!job.test.conditions.hang_s) context.timeout_s = options.timeout_s;
  context.limit_s = options.timeout_s.value_or(kFirstLimit_s);
  context.verbose = options.verbose;
  context.bare_command = job.call.plain_command && job.call.shell_text.empty();
  return context;
}

/// A program may go on and end with 0 after a sanitizer's report.
std::string crash_with_zero(ProcessOracle& oracle, const ReductionJob& job) {
  if (!may_take_crash(job.call, job.test.conditions)) return {};
  const ProcessOracle::Explained seen = oracle.explain(job.text);
  if (!seen.folder.empty()) remove_tree(seen.folder.parent_path());
  const auto crash = crash_of(seen_run(seen, job.test));
  return crash ? "\n  hint: the command " + crash->words + ": " + crash->option() + " asks for that"
               : "";
}

/// What the findings decide; throws when they refuse.
unsigned jobs_after(ProcessOracle& oracle, const Preflight& found, const ReduceOptions& options,
                    const ReductionJob& job) {
  if (is_brief(options, job)) return job.test.jobs;
  const PreflightDecision decision = decide(found, context_of(options, job));
  if (decision.refuse) {
    throw Error(decision.refuse->exit(), decision.refuse->what() + crash_with_zero(oracle, job));
  }
  if (!options.quiet) {
    for (const std::string& note : decision.notes) std::cerr << "grabr: " << note << '\n';
  }
  return decision.jobs;
}

/// Throws CrashSeen; else the run that was looked at, if one was.
std::optional<ProcessOracle::Explained> crash_or_run(ProcessOracle& oracle,
                                                     const TestResult& first,
                                                     const ReductionJob& job,
                                                     const std::function<void()>& check_stop) {
  const bool ended = !first.timed_out && first.infrastructure.empty();
  if (!ended || !may_take_crash(job.call, job.test.conditions)) return std::nullopt;
  return look_for_crash(oracle, first, job.test, job.text, check_stop);
}

/// A plain Error of the step takes them along; what others mean is for whoever catches them.
void with_findings(const Preflight& found, const std::function<void()>& step) {
  try {
    step();
  } catch (const Error& error) {
    if (typeid(error) != typeid(Error)) throw;
    throw UnusableTest(error, found);
  }
}

}  // namespace

Stage first_run_stage(const std::string& doing, const ReduceOptions& options) {
  constexpr double kLong_s = 30;
  const double limit_s = options.timeout_s.value_or(kFirstLimit_s);
  Stage stage{doing};
  if (options.conditions.hang_s || (limit_s > 0 && limit_s <= kLong_s)) return stage;
  stage.remark_after_s = kLong_s;
  stage.remark = "the test has not ended yet; it has " +
                 (limit_s > 0 ? seconds_text(limit_s) : "no time limit") +
                 "; --timeout SEC sets another limit, --hang SEC if not ending is the failure";
  return stage;
}

void refuse_original(ProcessOracle& oracle, const TestResult& first, const ReduceOptions& options,
                     const ReductionJob& job, const std::function<void()>& check_stop,
                     Progress& progress, std::optional<ProcessOracle::Explained> again) {
  progress.begin_stage({"looking for the reason why the original does not fail"});
  const double limit_s = options.timeout_s.value_or(kFirstLimit_s);
  const std::string message = explain_passing_original(
      oracle, job.test, {job.text, first, limit_s, job.call.plain_command, std::move(again)},
      check_stop);
  // One that could not be run says nothing of the input.
  throw Error(first.infrastructure.empty() ? Exit::kDoesNotFail : Exit::kFailure, message);
}

ChecksBefore check_before_search(ProcessOracle& oracle, const Journal* journal,
                                 const ReduceOptions& options, const ReductionJob& job,
                                 const std::function<void()>& check_stop,
                                 const std::function<void()>& on_failing, Progress& progress) {
  PreflightPlan plan = plan_of(options, job, check_stop, progress);
  plan.on_failing = [&](const Preflight& found) {
    oracle.set_timeout(options.timeout_s.value_or(time_limit_from(found)));
    on_failing();
  };
  ChecksBefore checks;
  checks.planned_jobs = plan.jobs;
  if (const auto kept = journal != nullptr ? kept_preflight(*journal, plan) : std::nullopt) {
    checks.found = kept->preflight;
    checks.jobs = kept->jobs;
    on_failing();
  } else {
    oracle.set_timeout(options.timeout_s.value_or(kFirstLimit_s));
    checks.repeated = true;
    checks.found = run_preflight(oracle, plan);
    const TestResult& first = checks.found.first;
    const bool fails = first.outcome == Outcome::kFail;
    auto again = fails ? std::nullopt : crash_or_run(oracle, first, job, check_stop);
    with_findings(checks.found, [&] {
      if (!fails) {
        refuse_original(oracle, first, options, job, check_stop, progress, std::move(again));
      }
      checks.jobs = jobs_after(oracle, checks.found, options, job);
    });
  }
  checks.timeout_s = options.timeout_s.value_or(time_limit_from(checks.found));
  oracle.set_timeout(checks.timeout_s);
  oracle.set_jobs(checks.jobs);
  return checks;
}

void keep_checks(Journal& journal, const ChecksBefore& checks, const ReductionJob& job) {
  keep_preflight(journal, job.text, checks.found, checks.planned_jobs, checks.jobs);
}

}  // namespace grabr
