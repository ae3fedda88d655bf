#include "cli/reduction.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

#include "run/early_report.h"
#include "run/reduction_job.h"
#include "run/reduction_report.h"
#include "run/reduction_run.h"
#include "run/size_words.h"

namespace grabr {
namespace {

/// "26 → 2 bytes (7.7%), 24 tests, 0.3 s"; after the tests what is said of those outside the
/// grammar.
std::string in_numbers(const ReductionJob& job, const std::string& result,
                       const ReductionEnd& end) {
  char seconds[40];
  std::snprintf(seconds, sizeof seconds, ", %.1f s", seconds_between(job.begun, Clock::now()));
  return size_change(encoded_size(job.text, job.test.encoding),
                     encoded_size(result, job.test.encoding)) + ", " +
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

/// What the user may want to do with a result that is still large.
std::string next_step(const ReduceOptions& options, const ReductionJob& job,
                      const std::string& result, const ReductionEnd& end) {
  constexpr std::size_t kLarge = 1000;  // bytes
  const bool by_itself = end.exit == Exit::kFinished && job.schedule.aim() == Aim::kFailing;
  const bool by_default = options.strategy == "auto" && !options.fast && !options.thorough &&
                          options.schedule.empty();
  if (!by_itself || !by_default || result.size() < kLarge) return {};
  return job.problem.parser ? "--thorough also tries what seldom helps, outside the grammar too"
                            : "";
}

void summarise(const ReduceOptions& options, const ReductionJob& job, const std::string& result,
               const ReductionEnd& end) {
  if (options.quiet && end.as_planned()) return;
  std::string words;
  const auto say = [&](const std::string& line) { words += "grabr: " + line + '\n'; };
  if (!end.reason.empty()) {
    say(in_words(end.exit, end.reason) +
        (end.answers_are_kept ? words_on_going_on(options, end.exit) : ""));
  }
  say(job.call.input + ": " + in_numbers(job, result, end) + "; " + whereabouts(job, end));
  if (end.hung.count > 0) say(words_on_hung(end.hung));
  const std::string next = next_step(options, job, result, end);
  if (!next.empty()) say("next: " + next);
  const std::string shown = job.output && !options.quiet ? shown_text(result) : std::string();
  if (!shown.empty()) words += '\n' + shown + '\n';
  std::cerr << words;
}

}  // namespace

std::string in_words(Exit exit, const std::string& reason) {
  return exit == Exit::kFinished ? reason : reason + "; the best so far is kept";
}

int run_reduction(const ReduceOptions& options, const std::optional<Words>& after_dashes) {
  ReductionJob job =
      with_early_report(options, false, [&] { return prepare_job(options, after_dashes); });
  const ReductionEnd end = carry_out(options, job);
  if (job.schedule.aim() == Aim::kPassing && !end.passing) throw Error(end.exit, end.reason);
  const std::string& result = job.schedule.aim() == Aim::kPassing ? *end.passing : end.failing;
  if (!job.output) std::cout << encode(result, job.test.encoding) << std::flush;
  summarise(options, job, result, end);
  return static_cast<int>(end.exit);
}

}  // namespace grabr
