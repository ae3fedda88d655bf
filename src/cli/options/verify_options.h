// The options of `grabr verify`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace grabr {

/// As given on the command line; empty or nothing: not given.
struct VerifyOptions {
  std::string report;
  std::string result;     ///< where it lies, if not where the report says
  std::string grammar;    ///< the same
  std::string directory;  ///< instead of the one of the reduction
  std::optional<unsigned> jobs;
  std::optional<double> timeout_s;
  std::optional<std::uint64_t> sample;  ///< so many neighbours only
  std::uint64_t seed = 0;               ///< which ones
  bool changed_test = false;            ///< the test need not be the report's
  bool quiet = false;
};

}  // namespace grabr
