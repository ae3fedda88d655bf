// Decides from the checks before the search whether to go on, go on with fewer jobs, or refuse, and
// says so in words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/answers/preflight.h"
#include "oracle/process/process_oracle.h"
#include "text/error.h"

namespace grabr {

/// What the user asked for.
struct PreflightContext {
  ProcessOracleOptions test;  ///< what is run, and how often for one answer
  unsigned jobs = 1;
  bool jobs_given = false;          ///< -j
  std::optional<double> timeout_s;  ///< --timeout; 0: no limit; not that of --hang
  double limit_s = 0;               ///< the limit in force during the checks, 0: none
  bool verbose = false;
  bool bare_command = false;  ///< no script or shell text judges: the command was only run
};

struct PreflightDecision {
  std::optional<Error> refuse;     ///< ends the command; its message has several lines
  unsigned jobs = 1;               ///< for the search
  std::vector<std::string> notes;  ///< one line each
};

/// For an original that failed the first time; otherwise see run/check/passing_original.h. Refuses
/// with kNotTrusted a flaky test, a test that parallel tests disturb if the user gave the number of
/// jobs, and one that also fails on the empty input; with kEnvironment one that could not be run
/// again.
///
/// Other texts that unexpectedly fail give only notes: a parser may well crash on a line of stray
/// brackets, but a test that fails on the empty text proves nothing.
PreflightDecision decide(const Preflight& found, const PreflightContext& context);

}  // namespace grabr
