#include "oracle/explain_change.h"

#include "oracle/executions.h"

namespace grabr {

std::string explain_change(const TestResult& first, unsigned hits, unsigned further,
                           const std::string& trouble) {
  const std::string ended = " (it " + how_it_ended(first) + ")";
  if (hits > 0 && trouble.empty()) {
    return "the test is flaky: the best so far, which had failed, did not fail when tested again" +
           ended + ", and failed in " + std::to_string(hits) + " of " + std::to_string(further) +
           " further tests\nhint: start again with --repeat " + std::to_string(2 * further) +
           ", so that a candidate counts as failing when any of its runs fails";
  }
  return "the test's surroundings have changed: the best so far, which had failed, no longer "
         "fails" +
         ended + (trouble.empty() ? "" : "; " + trouble) +
         "\nhint: " +
         (trouble.empty()
          ? "look for what else the test needs (a compiler, a file, a service, space "
                            "on a disk) "
                          : "mend that ") +
         "and start the same command again: it goes on where it was";
}

}  // namespace grabr
