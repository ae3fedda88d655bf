// A test that a launcher runs: its script and its status lie in a folder that the test does not
// see.
#pragma once

#include <chrono>
#include <filesystem>

#include "oracle/process/process.h"
#include "oracle/process/spawn.h"
#include "oracle/process/test_setup.h"

namespace grabr {

class Launch {
 public:
  /// Writes the script into `control`, a folder it makes. Throws std::system_error.
  Launch(const TestSetup& setup, const Command& test, const std::filesystem::path& input,
         std::filesystem::path control);
  ~Launch();  ///< removes the folder, upon which the test ends where it runs
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  /// LAUNCHER… /bin/sh SCRIPT.
  const Command& command() const { return command_; }
  /// Its limits. The seconds are the test's own; for it to begin there is an hour.
  RunLimits limits(double seconds) const;
  /// The launcher has ended: puts the test's end and time in place of its. Without an end, or
  /// without a beginning, the launcher has failed, which says nothing about the test.
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
