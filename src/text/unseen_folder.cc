// Tested by tests/oracle/journal_test.cc and tests/cli/running_test.cc.
#include "text/unseen_folder.h"

#include <fcntl.h>

#include <algorithm>

#include "text/file.h"
#include "text/system_call.h"

namespace grabr {

namespace fs = std::filesystem;

constexpr const char* kSaysSo = ".gitignore";

void make_unseen_folder(const fs::path& folder, std::error_code& error) {
  if (!fs::create_directories(folder, error)) return;
  const FileDescriptor file(
      ::open((folder / kSaysSo).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.is_open()) write_all(file.number(), "*\n");
}

void remove_unseen_folder(const fs::path& folder) {
  std::error_code ignored;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    if (at->path().filename() != kSaysSo) return;
  }
  fs::remove(folder / kSaysSo, ignored);
  fs::remove(folder, ignored);
}

}  // namespace grabr
