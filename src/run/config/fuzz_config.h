// The configuration of a search for failing inputs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "generate/input_source.h"
#include "oracle/condition/condition_options.h"
#include "run/config/config.h"

namespace grabr::run {

struct FuzzConfig {
  /// The test, the limits (for everything and for one run) and the grammar; also used to reduce the
  /// findings, whose inputs and outputs are in the folder.
  Config reduction;
  ConditionOptions conditions;  ///< as given: for the record of a finding
  InputSourceOptions source;
  bool every_bug = false;        ///< keeps other failures that reductions meet
  bool grow = false;             ///< results, reduced, join the corpus
  std::string sources_text;      ///< equal if two runs have the same inputs
  std::uint64_t runs = 1000;     ///< number of inputs
  std::string extension;         ///< extension of their names, with the dot
  std::filesystem::path folder;  ///< folder for the results
};

}  // namespace grabr::run
