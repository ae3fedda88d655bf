#include "run/several/folder_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "oracle/process/work_folder.h"
#include "oracle/test/listing.h"
#include "oracle/test/write_file.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

bool is_inside(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

void FolderOutput::require_free(const fs::path& input) const {
  if (path_ == input || is_inside(path_, input) || is_inside(input, path_)) {
    throw Error(ErrorKind::kInvalid, spelled("{output} ") + shown_name(path_) + " and " +
                                         shown_name(input) +
                                         " are inside each other\nhint: name a folder elsewhere");
  }
  std::error_code ignored;
  const bool taken = fs::exists(fs::symlink_status(path_, ignored)) && !fs::exists(mark());
  if (!taken) return;
  throw Error(ErrorKind::kInvalid,
              shown_name(path_) +
                  " already exists, and is not a result of grabr\nhint: remove it, or name " +
                  spelled("another with {output}"));
}

/// A file that marks the output as a result, which may be replaced.
fs::path FolderOutput::mark() const {
  return fs::absolute(cache_) / ("folder-" + sha256_hex(path_.string()).substr(0, 16));
}

void FolderOutput::publish(const fs::path& state, const std::string& kept) const {
  const fs::path next = path_.parent_path() / ("." + path_.filename().string() + ".new");
  remove_tree(next);
  make_folder(path_.parent_path());
  make_folder(mark().parent_path());
  copy_listed(state, kept, next);
  write_own_file(mark(), path_.string() + "\n");
  if (!exchange(next)) {
    throw Error(ErrorKind::kSystem, "cannot replace " + shown_name(path_) + ": " +
                                        std::generic_category().message(errno));
  }
  remove_tree(next);
}

bool FolderOutput::exchange(const fs::path& next) const {
  std::error_code ignored;
  const bool is_new = !fs::exists(path_, ignored);
  return ::renameat2(AT_FDCWD, next.c_str(), AT_FDCWD, path_.c_str(),
                     is_new ? RENAME_NOREPLACE : RENAME_EXCHANGE) == 0;
}

}  // namespace grabr
