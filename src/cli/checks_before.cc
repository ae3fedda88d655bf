#include "cli/checks_before.h"

#include <iostream>

#include "cli/kept_preflight.h"
#include "cli/passing_original.h"
#include "cli/preflight_report.h"
#include "cli/probes.h"

namespace grabr {
namespace {

/// The first test may take long: how long is not known yet.
constexpr double kFirstLimit_s = 300;

PreflightPlan plan_of(const ReduceOptions& options, const ReductionJob& job,
                      const std::function<void()>& check_stop) {
  PreflightPlan plan;
  plan.original = job.text;
  plan.check_stop = check_stop;
  if (options.no_preflight) {
    plan.repeat = 1;
    return plan;
  }
  const Parser* parser = job.problem.parser.get();
  plan.jobs = job.test.jobs;
  plan.vacuous = vacuous_probes(parser);
  if (parser != nullptr && job.problem.tree && !job.problem.partial) {
    plan.equivalent = equivalent_probes(*parser, *job.problem.tree);
  }
  return plan;
}

Repetition repetition_of(const ReductionJob& job) { return {job.test.repeat, job.test.min_hits}; }

PreflightContext context_of(const ReduceOptions& options, const ReductionJob& job) {
  PreflightContext context;
  context.call = job.call;
  context.jobs = job.test.jobs;
  context.jobs_given = options.jobs != 0;
  context.repetition = repetition_of(job);
  context.timeout_s = options.timeout_s;
  context.limit_s = options.timeout_s.value_or(kFirstLimit_s);
  context.copies = options.copies;
  context.conditions = job.test.conditions.any();
  context.verbose = options.verbose;
  return context;
}

/// What the findings decide; throws when they refuse.
unsigned jobs_after(const Preflight& found, const ReduceOptions& options, const ReductionJob& job) {
  if (options.no_preflight) return job.test.jobs;
  const PreflightDecision decision = decide(found, context_of(options, job));
  if (decision.refuse) throw *decision.refuse;
  if (!options.quiet) {
    for (const std::string& note : decision.notes) std::cerr << "grabr: " << note << '\n';
  }
  return decision.jobs;
}

[[noreturn]] void refuse_original(ProcessOracle& oracle, const Preflight& found,
                                  const ReduceOptions& options, const ReductionJob& job,
                                  const std::function<void()>& check_stop) {
  const double limit_s = options.timeout_s.value_or(kFirstLimit_s);
  const std::string message = explain_passing_original(oracle, found.first, job.call, job.text,
                                                       limit_s, repetition_of(job));
  check_stop();
  throw Error(Exit::kDoesNotFail, message);
}

}  // namespace

ChecksBefore check_before_search(ProcessOracle& oracle, Journal* journal,
                                 const ReduceOptions& options, const ReductionJob& job,
                                 const std::function<void()>& check_stop) {
  const PreflightPlan plan = plan_of(options, job, check_stop);
  ChecksBefore checks;
  const auto kept = journal != nullptr ? kept_preflight(*journal, plan) : std::nullopt;
  if (kept) {
    checks.found = kept->preflight;
    checks.jobs = kept->jobs;
  } else {
    oracle.set_timeout(options.timeout_s.value_or(kFirstLimit_s));
    checks.repeated = true;
    checks.found = run_preflight(oracle, plan);
    if (checks.found.first.outcome != Outcome::kFail) {
      refuse_original(oracle, checks.found, options, job, check_stop);
    }
    checks.jobs = jobs_after(checks.found, options, job);
    if (journal != nullptr) {
      keep_preflight(*journal, plan.original, checks.found, plan.jobs, checks.jobs);
    }
  }
  checks.timeout_s = options.timeout_s.value_or(time_limit_from(checks.found));
  oracle.set_timeout(checks.timeout_s);
  oracle.set_jobs(checks.jobs);
  return checks;
}

}  // namespace grabr
