// The test of a finished reduction, kept beside its answers for a command that asks it again.
//
// FOLDER/NAME.test is one JSON object, "schema": "grabr-test-1".
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"

namespace grabr::run {

struct KeptTest {
  std::string input;        ///< its name
  std::string output;       ///< empty: standard output
  std::string grammar;      ///< a file; empty: none
  std::string directory;    ///< the base of relative paths
  std::string kept_folder;  ///< what the program wrote is no part of the test
  ProcessOracleOptions test;
};

/// `name` is the output of the run, or its input where that goes elsewhere.
std::filesystem::path kept_test_path(const std::filesystem::path& folder, const std::string& name);
/// All that lie in a folder, by name.
std::vector<std::filesystem::path> find_kept_tests(const std::filesystem::path& folder);

/// A file that cannot be written is left out.
void keep_test(const std::filesystem::path& folder, const std::string& name, const KeptTest& kept);
/// Throws Error(kInvalid) when it is not there or cannot be read.
KeptTest read_kept_test(const std::filesystem::path& path);

}  // namespace grabr::run
