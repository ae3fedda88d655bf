// Looks for inputs that make a program fail, and reduces one of each kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "oracle/stop_token.h"
#include "run/config/fuzz_config.h"
#include "run/config/listener.h"
#include "text/error.h"

namespace grabr::run {

struct FuzzCounts {
  std::uint64_t inputs = 0;
  double seconds = 0;
  std::uint64_t failed = 0;
  std::size_t kinds = 0;       ///< kinds of failure
  std::uint64_t late = 0;      ///< inputs whose run timed out
  std::uint64_t unsteady = 0;  ///< inputs that failed once, but not again (flaky)

  /// "35 inputs in 0.2 s, 3 failed, 1 kind of failure"
  std::string in_words() const;
};

struct FuzzResult {
  EndedBy ended_by;  ///< kBudget or a signal, if it ended early
  FuzzCounts counts;
  std::vector<std::filesystem::path> kept = {};  ///< the smallest text of each failure
};

/// `reductions` listens to the reductions of the findings. Throws Error if fuzzing cannot start.
FuzzResult fuzz(const FuzzConfig& config, Listener& listener, Listener& reductions,
                const StopToken& stop = {});

}  // namespace grabr::run
