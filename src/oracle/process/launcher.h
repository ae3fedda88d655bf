// Runs a test on another machine: the script that a launcher (srun, ssh) carries there, and the
// file that brings back how the test ended.
//
// A launcher is a prefix: `LAUNCHER... /bin/sh SCRIPT` runs on a machine that sees the same files.
// The launcher's own exit status is ignored, as it mixes the test's with its own errors (ssh 255,
// srun 1). Instead the last thing the script does is write the test's status to a file. If there is
// no status after the launcher has ended, the test did not run, whatever the reason: no allocation,
// a node that went down, a lost connection, a missing program or folder.
//
// The test runs in its own session (if there is setsid). When it ends, its process group is killed
// and, on Linux, every process with the test's mark (GRABR_LAUNCHED) in its environment; only then
// is the status written. A test is cancelled by removing its folder or the folder of the status
// file: a guard beside the test checks every half second and kills it. The guard also kills the
// test if the script was killed, and ends with the script. So a test that removes its own folder
// and runs on for longer than that has no status, either.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "oracle/process/process.h"
#include "oracle/process/spawn.h"
#include "oracle/process/test_setup.h"

namespace grabr {

/// A /bin/sh script that runs `command` in its folder with `stdin_path` (empty: /dev/null) as
/// standard input and writes how it ended to `status_path`. The command's output and errors become
/// the script's, which adds nothing unless it cannot run the test. The command's limits apply to
/// the test alone; if they cannot be set, it is not run. Paths are absolute. The script sets PATH,
/// TMPDIR, TEMP, TMP and GRABR_*; the rest of the environment comes from the launcher: srun passes
/// all of it on, ssh hardly any.
std::string launcher_script(const Command& command, const std::string& stdin_path,
                            const std::string& status_path);

/// Reads the status the script wrote: the command's exit status, or 128 plus the number of the
/// signal that killed it, as a shell reports it. Nothing if the test was not run, or not to its
/// end. Call it after the launcher has ended; on a network file system a file may appear late, so
/// it retries for `patience_s`.
std::optional<int> read_launched_status(const std::string& status_path, double patience_s = 1);

/// How long the test ran, or has run so far, by the clock of the file system; without the wait
/// before its script began. Nothing if it has not begun.
std::optional<double> launched_seconds(const std::string& status_path);

/// Does the path stay one word when another shell parses it, as on the other side of ssh?
bool survives_a_shell(const std::string& path);

/// A test run through a launcher (srun, ssh): its script and status file, in a folder the test does
/// not see.
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
  /// The limits for the launcher. `seconds` is the test's own limit; it has an hour to begin.
  RunLimits limits(double seconds) const;
  /// Call after the launcher has ended: replaces its end and time by the test's. If the test did
  /// not begin or did not finish, the launcher has failed, which says nothing about the test.
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
