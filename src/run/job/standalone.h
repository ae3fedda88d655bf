// Makes an input stand alone before the search: what a preprocessor prints, or with its includes in
// their place.
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

/// A text that was tested on the way.
struct StandaloneTest {
  std::string text;
  TestResult result;
};

/// Takes the preprocessor's output for the input if it is still interesting. If not, replaces
/// #include "…" lines by the files they name, beside the input or among the copies: all at once,
/// else one by one, level by level, as long as it stays interesting. Tells the listener what was
/// done. Adds the texts tested to `tests`. Throws Error if `stop` or a test ends it: what has been
/// found up to there is the input then, too.
void make_standalone(const run::Config& config, ReductionJob& job,
                     const std::function<TestResult(std::string_view)>& test, const StopToken& stop,
                     run::Listener& listener, std::vector<StandaloneTest>& tests);

/// Throws Error(kInvalid) if the preprocessor does not exist, or makes no sense here.
void check_standalone(const run::Config& config);

}  // namespace grabr
