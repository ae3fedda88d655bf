// `grabr fuzz` from its options to the reduced findings on disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/reduction.h"

namespace grabr {

/// Grammar, conditions, how tests run and where results go are those of a reduction.
struct FuzzOptions : ReduceOptions {
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> runs;  ///< not given: a thousand, or no limit with max_time_s
  std::vector<std::string> corpus;    ///< files and folders
  std::string chars;                  ///< "1-1000"
  bool only_sentences = false;
};

/// The exit status: 0 when nothing was found, 1 when something was, 130 or 143 when a signal ended
/// it. Throws Error for what keeps it from running.
int run_fuzzing(const FuzzOptions& options, const std::optional<Words>& after_dashes);

}  // namespace grabr
