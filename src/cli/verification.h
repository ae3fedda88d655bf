// `grabr verify`: a certificate of a saved report, checked again with the real test.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace grabr {

/// As given on the command line; empty or nothing: not given.
struct VerifyOptions {
  std::string report;
  std::string result;      ///< where it lies, if not where the report says
  std::string grammar;     ///< the same
  std::string directory;   ///< instead of the one of the reduction
  std::optional<unsigned> jobs;
  std::optional<double> timeout_s;
  std::optional<std::uint64_t> sample;  ///< so many neighbours only
  std::uint64_t seed = 0;               ///< which ones
  bool changed_test = false;            ///< the test need not be the report's
  bool quiet = false;
};

/// The exit status; kNotConfirmed: a neighbour still fails, or there are others than the report
/// says. Goes to the folder of the reduction. Throws Error: kUsage for what cannot be
/// read, kEnvironment where result, grammar or test are others than the report's or the test cannot
/// be run, kDoesNotFail where the result does not fail.
int verify_report(const VerifyOptions& options);

}  // namespace grabr
