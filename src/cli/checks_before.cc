#include "cli/checks_before.h"

#include <iostream>
#include <typeinfo>

#include "cli/kept_preflight.h"
#include "cli/passing_original.h"
#include "cli/preflight_report.h"
#include "cli/probes.h"
#include "cli/test_options.h"

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
  return context;
}

/// What the findings decide; throws when they refuse.
unsigned jobs_after(const Preflight& found, const ReduceOptions& options, const ReductionJob& job) {
  if (is_brief(options, job)) return job.test.jobs;
  const PreflightDecision decision = decide(found, context_of(options, job));
  if (decision.refuse) throw *decision.refuse;
  if (!options.quiet) {
    for (const std::string& note : decision.notes) std::cerr << "grabr: " << note << '\n';
  }
  return decision.jobs;
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

void refuse_original(ProcessOracle& oracle, const TestResult& first, const ReduceOptions& options,
                     const ReductionJob& job, const std::function<void()>& check_stop) {
  const double limit_s = options.timeout_s.value_or(kFirstLimit_s);
  const std::string message =
      explain_passing_original(oracle, first, job.test, job.text, limit_s, check_stop);
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
    with_findings(checks.found, [&] {
      if (checks.found.first.outcome != Outcome::kFail) {
        refuse_original(oracle, checks.found.first, options, job, check_stop);
      }
      checks.jobs = jobs_after(checks.found, options, job);
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
