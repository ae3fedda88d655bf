// Makes an input self-contained before the search: by a preprocessor, or by inserting its include
// files.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/oracle.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"

namespace grabr {

/// A text that was tested in this step.
struct StandaloneTest {
  std::string text;
  TestResult result;
};

/// Uses the preprocessor's output as the input if it is still interesting. If not, replaces
/// #include "…" lines by the files they name, which are next to the input or among the copies: all
/// at once, otherwise one by one, level by level, as long as the text stays interesting. Tells the
/// listener what was done. Adds the texts tested to `tests`. Throws Error if `stop` or a test ends
/// it: then the input is the best text so far.
void make_standalone(const run::Config& config, ReductionJob& job,
                     const std::function<TestResult(std::string_view)>& test, const StopToken& stop,
                     run::Listener& listener, std::vector<StandaloneTest>& tests);

/// Throws Error(kInvalid) if the preprocessor does not exist, or cannot be used here.
void check_standalone(const run::Config& config);

}  // namespace grabr
