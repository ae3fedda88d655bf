// The options of `grabr fuzz`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/reduction_options.h"

namespace grabr {

/// The options for grammar, conditions, tests and results are the same as for a reduction.
struct FuzzOptions : ReduceOptions {
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> runs;  ///< nothing: a thousand, or no limit if max_time_s is given
  std::vector<std::string> corpus;    ///< files and folders
  std::string chars;                  ///< lengths of random texts, "1-1000"; empty: the default
  bool only_sentences = false;        ///< only sentences of the grammar and mutated trees
  bool grow = false;                  ///< the reduced findings join the corpus
};

}  // namespace grabr
