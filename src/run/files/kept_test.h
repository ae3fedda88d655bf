// The test of a finished reduction, kept next to its answers for a later command that asks it.
//
// FOLDER/NAME.test is one JSON object, "schema": "grabr-test-1".
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"

namespace grabr::run {

struct KeptTest {
  std::string input;        ///< name of the input
  std::string output;       ///< empty: standard output
  std::string grammar;      ///< a file; empty: none
  std::string directory;    ///< the base of relative paths
  std::string kept_folder;  ///< for the program's own files, not part of the test
  ProcessOracleOptions test;
};

/// `name` is the output of the run, or its input if the result goes elsewhere.
std::filesystem::path kept_test_path(const std::filesystem::path& folder, const std::string& name);
/// All kept tests in a folder, by name.
std::vector<std::filesystem::path> find_kept_tests(const std::filesystem::path& folder);

/// Ignores write failures.
void keep_test(const std::filesystem::path& folder, const std::string& name, const KeptTest& kept);
/// Throws Error(kInvalid) if the file is missing or cannot be read.
KeptTest read_kept_test(const std::filesystem::path& path);

}  // namespace grabr::run
