// The configuration of a triage, which sorts failing files into a list of bugs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "run/config/config.h"

namespace grabr::run {

struct TriageConfig {
  /// The test, the limits (for everything and for one run) and the grammar; also used to reduce.
  Config reduction;
  std::vector<std::string> inputs;  ///< folders and files
  /// Extension of the input's name in the test, with the dot; empty: the most frequent one.
  std::string extension = {};
  std::filesystem::path folder;  ///< for the results
  bool every_bug = false;        ///< also reduces other failures that reductions meet
  /// Makes the page of a reduction from its report; empty: there are no pages.
  std::function<std::string(const std::filesystem::path& report)> page = {};
  /// Makes the page of all bugs from triage.json.
  std::function<std::string(const std::string& json)> overview = {};
};

}  // namespace grabr::run
