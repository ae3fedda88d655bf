// What the checks before the search mean for it, in words: go on, go on with fewer jobs, or refuse.
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
  double limit_s = 0;               ///< that held during the checks, 0: none
  bool verbose = false;
  bool bare_command = false;  ///< no script or shell text judges: the command was only run
};

struct PreflightDecision {
  std::optional<Error> refuse;     ///< ends the command; its message has several lines
  unsigned jobs = 1;               ///< to go on with
  std::vector<std::string> notes;  ///< one line each
};

/// Of an original that failed the first time; for another see run/passing_original.h. Refuses with
/// kNotTrusted a flaky test, a test that is disturbed by others at once where the user gave the
/// number of jobs, and one that the empty input fails, too; with kEnvironment one that could not be
/// run again.
///
/// Other texts that fail though they should not are only notes: a parser may well crash on a line
/// of stray brackets, but what fails on no text at all says nothing.
PreflightDecision decide(const Preflight& found, const PreflightContext& context);

}  // namespace grabr
