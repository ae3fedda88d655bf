// A result that is explained or verified is tested before and after: it has to fail both times.
#pragma once

#include <string>
#include <string_view>

#include "oracle/oracle.h"
#include "oracle/stop_token.h"

namespace grabr {

/// How often a test that cannot be run is tried.
inline constexpr unsigned kRunTries = 3;

/// Throws Error(kEnvironment) if the test could not be run.
void require_run(const TestResult& result);

struct FailingTest {
  TestResult result;
  unsigned tries = 0;
};

/// Throws Error(kNotInteresting) if the text does not fail: `otherwise` says what that means.
FailingTest require_failing(Oracle& oracle, std::string_view text, const std::string& otherwise,
                            const StopToken& stop);

}  // namespace grabr
