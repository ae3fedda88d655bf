// The data that all tests of a process oracle share.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "oracle/condition/conditions.h"
#include "oracle/process/process_oracle_options.h"
#include "oracle/test/program.h"

namespace grabr {

struct TestSetup {
  ProcessOracleOptions options;
  Conditions conditions;
  Program program;
  std::vector<std::string> command;      ///< the program as it is run, then arguments with "@@"
  std::vector<std::string> environment;  ///< environment common to all tests
  Program launcher;                      ///< first word of options.launcher, if any
  std::string base_name;                 ///< name of the candidate's file
  std::string scratch_name;              ///< name of the folder for the test's temporary files
  mode_t mode = 0644;                    ///< mode of the candidate's file
  /// The files and folders copied beside the candidate: path, and name there.
  std::vector<std::pair<std::filesystem::path, std::string>> copies;
  std::string encode_script;  ///< script of the options' command; empty: none
  std::filesystem::path work_folder;

  /// Throws Error(kInvalid): no such program, or not executable; a missing copy; impossible
  /// conditions.
  explicit TestSetup(ProcessOracleOptions given);
};

/// Checks that everything the tests need is still there: programs, copied files, space on the disk
/// of the work folder. Returns the first problem found, in words; empty: none.
std::string find_trouble(const TestSetup& setup);

}  // namespace grabr
