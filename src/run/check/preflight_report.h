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

/// The user's wishes and the test.
struct PreflightContext {
  ProcessOracleOptions test;  ///< the test, and its runs for one answer
  unsigned jobs = 1;
  bool jobs_given = false;          ///< -j was given
  std::optional<double> timeout_s;  ///< --timeout; 0: no limit; the limit of --hang does not count
  double limit_s = 0;               ///< the limit during the checks; 0: none
  bool verbose = false;
  bool bare_command = false;  ///< there is no script or shell text that judges
};

struct PreflightDecision {
  std::optional<Error> refuse;     ///< if set, ends the command; the message has several lines
  unsigned jobs = 1;               ///< number of jobs for the search
  std::vector<std::string> notes;  ///< one line each
};

/// For an original that failed the first time; otherwise see run/check/passing_original.h. Refuses
/// with kNotTrusted a flaky test, a test that parallel tests disturb if the user gave the number of
/// jobs, and one that also fails on the empty input; with kEnvironment one that could not be run
/// again.
///
/// Other texts that unexpectedly fail only give notes, since a parser may well crash on a line of
/// stray brackets. A test that fails on the empty text, however, proves nothing.
PreflightDecision decide(const Preflight& found, const PreflightContext& context);

}  // namespace grabr
