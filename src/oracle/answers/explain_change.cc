#include "oracle/answers/explain_change.h"

#include "oracle/condition/execution.h"
#include "text/setting.h"

namespace grabr {

namespace {

std::string about_repetition(unsigned repeat) {
  return spelled("\nhint: start again with {repeat} ") + std::to_string(repeat) +
         ", so that a candidate counts as failing when any of its runs fails";
}

/// A hint that concurrent tests may have disturbed each other; empty if there were none.
std::string about_jobs(unsigned at_once) {
  if (at_once < 2) return {};
  return "\nhint: " + std::to_string(at_once) +
         " tests ran at once: if they disturb each other (a fixed port or path, a lock), -j 1 "
         "runs one at a time";
}

}  // namespace

std::string explain_change(const TestResult& first, unsigned hits, unsigned further,
                           unsigned at_once, const std::string& trouble) {
  const std::string ended = " (it " + how_it_ended(first) + ")";
  if (hits > 0 && trouble.empty()) {
    const bool only_beside_others = hits == further && at_once > 1;
    return (only_beside_others ? "tests disturb each other, or the test is flaky: "
                               : "the test is flaky: ") +
           std::string("the best so far, which had failed, did not fail when tested again") +
           (at_once > 1 ? " beside others" : "") + ended + ", and failed in " +
           std::to_string(hits) + " of " + std::to_string(further) + " further tests" +
           (at_once > 1 ? " alone" : "") + about_jobs(at_once) + about_repetition(2 * further);
  }
  return "the test's surroundings have changed: the best so far, which had failed, no longer "
         "fails" +
         ended + (trouble.empty() ? "" : "; " + trouble) + "\nhint: " +
         (trouble.empty()
              ? "check what else the test needs (a compiler, a file, a service, space on a disk) "
              : "fix that ") +
         "and start the same command again: it continues where it stopped" +
         (trouble.empty() ? about_jobs(at_once) : "");
}

}  // namespace grabr
