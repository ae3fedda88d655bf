#include "oracle/process/test_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace grabr {
namespace {

namespace fs = std::filesystem;

FileDescriptor open_log(const fs::path& path) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (file.is_open()) return file;
  throw std::system_error(errno, std::generic_category(), "cannot write '" + path.string() + "'");
}

std::string status_text(const ProcessEnd& end) {
  if (!end.failure.empty()) return end.failure;
  if (end.timed_out) return "timeout";
  if (end.signal != 0) return "signal " + std::to_string(end.signal);
  return "exit " + std::to_string(end.exit_code);
}

}  // namespace

TestLog::TestLog(const fs::path& folder, const std::string& name) {
  if (folder.empty()) return;
  fs::create_directories(folder);
  output_ = open_log(folder / (name + ".out"));
  errors_ = open_log(folder / (name + ".err"));
  status_ = open_log(folder / (name + ".status"));
}

void TestLog::end(const ProcessEnd& end) {
  if (!status_.is_open()) return;
  const std::string line = status_text(end) + '\n';
  if (::write(status_.number(), line.data(), line.size()) < 0) errno = 0;
}

}  // namespace grabr
