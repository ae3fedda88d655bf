// Tested by tests/run/null_device_test.cc.
#include "run/check/null_device.h"

#include <sys/stat.h>
#ifdef __linux__
#include <sys/sysmacros.h>
#endif

#include "text/escape.h"
#include "text/shell_word.h"

namespace grabr {

std::string problem_of_null_device(const std::filesystem::path& path) {
#ifdef __linux__
  struct stat status {};
  const bool there = ::stat(path.c_str(), &status) == 0;
  if (there && S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3)) return {};
  const std::string word = shell_word(path.string());
  std::string is = "is gone";
  if (there) is = S_ISREG(status.st_mode) ? "is a file now" : "is not the null device any more";
  return shown_name(path) + " " + is +
         ": a program that ran as root and wrote its output there may have removed it\n"
         "hint: as root: rm -f " +
         word + " && mknod -m 666 " + word + " c 1 3";
#else
  static_cast<void>(path);
  return {};
#endif
}

void warn_of_null_device(run::Listener& listener) {
  static bool is_told = false;
  if (is_told) return;
  const std::string problem = problem_of_null_device();
  is_told = !problem.empty();
  if (is_told) listener.warn(problem);
}

}  // namespace grabr
