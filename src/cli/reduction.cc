#include "cli/reduction.h"

#include <cstdio>
#include <iostream>
#include <string>

#include "cli/early_report.h"
#include "cli/reduction_job.h"
#include "cli/reduction_report.h"
#include "cli/reduction_run.h"

namespace grabr {
namespace {

/// "26 → 2 bytes (7.7%), 24 tests, 0.3 s"; after the tests what is said of those outside the
/// grammar.
std::string in_numbers(const ReductionJob& job, const std::string& result,
                       const ReductionEnd& end) {
  char seconds[40];
  std::snprintf(seconds, sizeof seconds, ", %.1f s", end.wall_s);
  return size_change(job.text.size(), result.size()) + ", " +
         std::to_string(end.counts.committed) + " tests" +
         words_on_outside(end.outside.value_or(OutsideTests())) + seconds;
}

/// Where the result went, and what passes.
std::string whereabouts(const ReductionJob& job, const ReductionEnd& end) {
  const std::string where = job.output ? "in " + output_name(job) : "on standard output";
  switch (job.schedule.aim()) {
    case Aim::kFailing: break;
    case Aim::kPassing: return "the result, which passes, is " + where;
    case Aim::kBoth: {
      std::string words = "the result is " + where;
      if (!end.passing) return words;
      words += "; what passes (" + std::to_string(end.passing->size()) + " bytes) is ";
      return words + (job.passing_output ? "in " + job.passing_output->string()
                                         : "not kept: -o FILE keeps it");
    }
  }
  return "the result is " + where;
}

void summarise(const ReduceOptions& options, const ReductionJob& job, const std::string& result,
               const ReductionEnd& end) {
  if (options.quiet && end.as_planned()) return;
  if (!end.reason.empty()) {
    std::cerr << "grabr: " << in_words(end.exit, end.reason) << '\n';
  }
  if (!job.grammar_choice.empty()) std::cerr << "grabr: grammar: " << job.grammar_choice << '\n';
  std::cerr << "grabr: " << job.call.input << ": " << in_numbers(job, result, end) << "; "
            << whereabouts(job, end) << std::endl;
}

}  // namespace

std::string size_change(std::size_t before, std::size_t after) {
  const double whole = before > 0 ? static_cast<double>(before) : 1;
  char change[80];
  std::snprintf(change, sizeof change, "%zu → %zu bytes (%.1f%%)", before, after,
                100 * static_cast<double>(after) / whole);
  return change;
}

std::string in_words(Exit exit, const std::string& reason) {
  return exit == Exit::kFinished ? reason : reason + "; the best so far is kept";
}

int run_reduction(const ReduceOptions& options, const std::optional<Words>& after_dashes) {
  ReductionJob job =
      with_early_report(options, false, [&] { return prepare_job(options, after_dashes); });
  const ReductionEnd end = carry_out(options, job);
  if (job.schedule.aim() == Aim::kPassing && !end.passing) throw Error(end.exit, end.reason);
  const std::string& result = job.schedule.aim() == Aim::kPassing ? *end.passing : end.failing;
  if (!job.output) std::cout << result << std::flush;
  summarise(options, job, result, end);
  return static_cast<int>(end.exit);
}

}  // namespace grabr
