// Logs what each test printed and how it ended, in files for the user: NUMBER.out, NUMBER.err,
// NUMBER.status.
#pragma once

#include <filesystem>
#include <string>

#include "oracle/process/process.h"
#include "text/file_descriptor.h"

namespace grabr {

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

}  // namespace grabr
