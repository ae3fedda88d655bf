// A test that a launcher runs: its script and its status lie in a folder that the test does not
// see.
#pragma once

#include <filesystem>

#include "oracle/process.h"
#include "oracle/spawn.h"
#include "oracle/test_setup.h"

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
  /// The launcher has ended: puts the test's end in place of its. Without one the launcher has
  /// failed, which says nothing about the test.
  void read_end(ProcessEnd& end) const;

 private:
  const TestSetup& setup_;
  std::filesystem::path control_;
  Command command_;

  std::filesystem::path status_path() const { return control_ / "status"; }
};

}  // namespace grabr
