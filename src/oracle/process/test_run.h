// Runs commands on one candidate, each in a fresh folder, for a worker.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/process/process.h"
#include "oracle/process/test_folder.h"
#include "oracle/process/test_setup.h"
#include "oracle/process/worker_link.h"
#include "text/system_call.h"

namespace grabr {

/// Logs what each test printed and how it ended, in files for the user: NUMBER.out, NUMBER.err,
/// NUMBER.status.
class TestLog {
 public:
  /// Creates the folder if needed; with an empty `folder` nothing is written. Repeated runs of one
  /// test are appended. Throws std::system_error.
  TestLog(const std::filesystem::path& folder, const std::string& name);

  bool is_open() const { return output_.is_open(); }
  int output() const { return output_.number(); }
  int errors() const { return errors_.number(); }
  void end(const ProcessEnd& end);

 private:
  FileDescriptor output_;
  FileDescriptor errors_;
  FileDescriptor status_;
};

class TestRun {
 public:
  TestRun(const TestSetup& setup, const Task& task, const EarlyEnd& interruption);
  ~TestRun();  ///< removes the stored candidate
  TestRun(const TestRun&) = delete;
  TestRun& operator=(const TestRun&) = delete;

  /// Makes the candidate's file from its text, if the test has a command for that; call before the
  /// first run. Nothing if that succeeded; otherwise how the command ended.
  std::optional<Execution> encode();

  /// Runs the test's command or, with --differs, another one ("@@" not yet replaced) once. Errors
  /// are in `failure`. After an interruption, no further command is run.
  Execution execute(const std::vector<std::string>& command);

  bool interrupted() const { return interrupted_; }

 private:
  const TestSetup& setup_;
  const Task& task_;
  const EarlyEnd& interruption_;
  bool interrupted_ = false;
  unsigned runs_ = 0;

  Execution run_in(TestFolder& folder, const std::vector<std::string>& command);
  ProcessEnd run_limited(const Command& command, const FileDescriptor& input,
                         const RunLimits& limits, Capture* capture);
  double limit_s(const std::vector<std::string>& command) const;
  Command prepare(TestFolder& folder, const std::vector<std::string>& command);
  bool needs_pristine_candidate() const;
  std::size_t capture_limit(const std::vector<std::string>& command) const;
};

}  // namespace grabr
