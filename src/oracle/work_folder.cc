#include "oracle/work_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

fs::path temporary_root() {
  const char* variable = std::getenv("TMPDIR");
  return fs::absolute(variable != nullptr && *variable != '\0' ? variable : "/tmp");
}

/// Lets the owner read, enter and change every folder below.
void open_permissions(const fs::path& folder) {
  std::error_code error;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
  // Each folder is opened up when it is met, which is before the iterator descends into it.
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, kOptions, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
      fs::permissions(at->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
    }
  }
}

}  // namespace

void remove_tree(const fs::path& folder) noexcept {
  try {
    std::error_code error;
    fs::remove_all(folder, error);
    if (!error) return;
    open_permissions(folder);
    fs::remove_all(folder, error);
  } catch (const std::exception&) {
    // Out of memory while tidying up.
  }
}

WorkFolder::WorkFolder() {
  std::string name = (temporary_root() / "grabr-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw Error(Exit::kFailure, "cannot make a folder for the tests in '" +
                                    temporary_root().string() +
                                    "': " + std::generic_category().message(errno) +
                                    "\nhint: set TMPDIR to a folder that can be written to");
  }
  path_ = name;
}

WorkFolder::~WorkFolder() {
  if (!kept_) remove_tree(path_);
}

fs::path WorkFolder::make_next() {
  std::string number = std::to_string(++count_);
  if (number.size() < 6) number.insert(0, 6 - number.size(), '0');
  fs::path folder = path_ / number;
  if (!fs::create_directory(folder)) {
    throw std::system_error(EEXIST, std::generic_category(), folder.string());
  }
  return folder;
}

}  // namespace grabr
