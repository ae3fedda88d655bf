// A test run through a launcher (srun, ssh): its script and status file, in a folder the test does
// not see.
#pragma once

#include <chrono>
#include <filesystem>

#include "oracle/process/process.h"
#include "oracle/process/spawn.h"
#include "oracle/process/test_setup.h"

namespace grabr {

class Launch {
 public:
  /// Creates the folder `control` and writes the script into it. Throws std::system_error.
  Launch(const TestSetup& setup, const Command& test, const std::filesystem::path& input,
         std::filesystem::path control);
  ~Launch();  ///< removes the folder, which makes the test end, wherever it runs
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  /// LAUNCHER… /bin/sh SCRIPT.
  const Command& command() const { return command_; }
  /// The limits for the launcher. `seconds` are for the test itself; it has an hour to begin.
  RunLimits limits(double seconds) const;
  /// After the launcher has ended: replaces its end and time by the test's. If the test did not
  /// begin or did not finish, the launcher has failed, which says nothing about the test.
  void read_end(ProcessEnd& end) const;

 private:
  const TestSetup& setup_;
  std::filesystem::path control_;
  Command command_;
  std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();

  double more_s(double limit_s) const;
  std::filesystem::path status_path() const { return control_ / "status"; }
};

}  // namespace grabr
