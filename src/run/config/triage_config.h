// The configuration of a triage: files that fail become a list of bugs.
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
  /// Of the name that an input has for the test, with the dot; empty: that of most files.
  std::string extension = {};
  std::filesystem::path folder;  ///< for the results
  bool every_bug = false;        ///< what fails otherwise on the way is reduced, too
  /// Makes the page of a reduction from its report; empty: there are no pages.
  std::function<std::string(const std::filesystem::path& report)> page = {};
  /// Makes the page of all bugs from triage.json.
  std::function<std::string(const std::string& json)> overview = {};
};

}  // namespace grabr::run
