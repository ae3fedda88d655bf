#include "run/check/require_failing.h"

#include "text/error.h"

namespace grabr {

void require_run(const TestResult& result) {
  if (result.infrastructure.empty()) return;
  throw Error(ErrorKind::kEnvironment, "the test cannot be run: " + result.infrastructure);
}

FailingTest require_failing(Oracle& oracle, std::string_view text, const std::string& otherwise,
                            const StopToken& stop) {
  for (unsigned tries = 1;; ++tries) {
    TestResult result = oracle.run(text, stop);
    if (result.outcome == Outcome::kFail) return {std::move(result), tries};
    if (!result.infrastructure.empty() && tries < kRunTries) continue;
    require_run(result);
    throw Error(ErrorKind::kNotInteresting, otherwise + ": the answer is `" +
                                                std::string(outcome_name(result.outcome)) +
                                                (result.timed_out ? "`, out of time" : "`"));
  }
}

}  // namespace grabr
