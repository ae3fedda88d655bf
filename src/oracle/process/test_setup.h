// What is the same for every test of a process oracle.
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
  std::vector<std::string> command;      ///< the program as it is run, and arguments with "@@"
  std::vector<std::string> environment;  ///< what all tests have in common
  Program launcher;                      ///< the first of options.launcher, when there is one
  std::string base_name;                 ///< of the candidate
  std::string scratch_name;              ///< of the folder for the test's temporary files
  mode_t mode = 0644;                    ///< of the candidate
  /// What is put beside the candidate: where it is, and its name there.
  std::vector<std::pair<std::filesystem::path, std::string>> copies;
  std::filesystem::path work_folder;

  /// Throws Error(kInvalid): no such program, or not executable; a copy that is not there; conditions
  /// that cannot be.
  explicit TestSetup(ProcessOracleOptions given);
};

/// What was there at the start and is not now: the programs, the copies, room on the disk of the
/// work folder. In words, the first that is found; empty: all is there.
std::string find_trouble(const TestSetup& setup);

}  // namespace grabr
