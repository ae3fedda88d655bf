#include "run/several/input_set_checks.h"

#include <cstddef>

#include "oracle/answers/journal.h"
#include "oracle/condition/condition_kinds.h"
#include "run/job/kept_answers.h"
#include "text/error.h"
#include "text/setting.h"

namespace grabr {
namespace {

/// Throws if the test fails with input `first` as its argument, but not with input `i`.
void require_candidate(InputSet& set, std::size_t first, std::size_t i) {
  if (set[i].text.empty() || set.test(i) == Outcome::kFail) return;
  // Where it never fails, the first turn explains why.
  if (set.test(first) != Outcome::kFail) return;
  throw Error(ErrorKind::kNotInteresting,
              "the test fails with " + set[first].name + " as the candidate, but not with " +
                  set[i].name +
                  ", and each has its turn\n"
                  "  hint: let the test name all inputs (" +
                  set[first].name + ", " + set[i].name +
                  "), which lie in its folder, and not go by its argument");
}

}  // namespace

void check_set(const run::Config& config, InputSet& set) {
  const std::size_t first = set.first();
  set.begin_turn(config, first, false);
  const ReductionJob& job = set[first].job;
  if (!config.test.preflight || need_original(job.test.conditions)) return;
  if (!config.output.fresh && Journal::is_current(job.cache_folder, identity_of(job))) return;
  if (set.test_empty() == Outcome::kFail && set.test(first) == Outcome::kFail) {
    throw Error(
        ErrorKind::kNotTrusted,
        spelled("the test fails as well when all inputs are empty, so every reduction would end "
                "there\n"
                "  hint: let the test end with 0 only where it sees what this failure alone "
                "shows\n"
                "  hint: if empty inputs really show the failure, {no-preflight} goes on"));
  }
  for (std::size_t i = first + 1; i < set.size(); ++i) require_candidate(set, first, i);
}

}  // namespace grabr
