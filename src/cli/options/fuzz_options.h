// The options of `grabr fuzz`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/reduction_options.h"

namespace grabr {

/// Grammar, conditions, how tests run and where results go are those of a reduction.
struct FuzzOptions : ReduceOptions {
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> runs;  ///< not given: a thousand, or no limit with max_time_s
  std::vector<std::string> corpus;    ///< files and folders
  std::string chars;                  ///< "1-1000"
  bool only_sentences = false;
  bool grow = false;
};

}  // namespace grabr
