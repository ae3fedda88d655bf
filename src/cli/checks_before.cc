#include "cli/checks_before.h"

#include <iostream>
#include <utility>

#include "cli/crash_taken.h"
#include "cli/kept_preflight.h"
#include "cli/passing_original.h"
#include "cli/preflight_report.h"
#include "cli/probes.h"
#include "cli/symptom.h"
#include "cli/test_options.h"
#include "oracle/work_folder.h"

namespace grabr {
namespace {

/// One test of the original will do.
bool is_brief(const ReduceOptions& options, const ReductionJob& job) {
  return options.no_preflight || (job.turn && job.turn->test_is_checked);
}

PreflightPlan plan_of(const ReduceOptions& options, const ReductionJob& job,
                      const std::function<void()>& check_stop) {
  PreflightPlan plan;
  plan.original = job.text;
  plan.check_stop = check_stop;
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

}  // namespace

void refuse_original(ProcessOracle& oracle, const TestResult& first, const ReduceOptions& options,
                     const ReductionJob& job, const std::function<void()>& check_stop,
                     std::optional<ProcessOracle::Explained> again) {
  const double limit_s = options.timeout_s.value_or(kFirstLimit_s);
  const std::string message = explain_passing_original(
      oracle, job.test, {job.text, first, limit_s, job.call.plain_command, std::move(again)},
      check_stop);
  throw Error(Exit::kDoesNotFail, message);
}

ChecksBefore check_before_search(ProcessOracle& oracle, const Journal* journal,
                                 const ReduceOptions& options, const ReductionJob& job,
                                 const std::function<void()>& check_stop,
                                 const std::function<void()>& on_failing) {
  PreflightPlan plan = plan_of(options, job, check_stop);
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
    if (checks.found.first.outcome != Outcome::kFail) {
      const TestResult& first = checks.found.first;
      refuse_original(oracle, first, options, job, check_stop,
                      crash_or_run(oracle, first, job, check_stop));
    }
    checks.jobs = jobs_after(oracle, checks.found, options, job);
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
