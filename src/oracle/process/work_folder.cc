#include "oracle/process/work_folder.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "oracle/process/descendants.h"
#include "oracle/test/write_file.h"
#include "text/error.h"
#include "text/escape.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLockName = "lock";
constexpr std::string_view kKeptPrefix = "grabr-kept-";
/// One second in total: forked copies of a killed process, which share its lock, end a moment after
/// it.
constexpr int kAttemptsAsLast = 50;
constexpr int kPauseAsLast_ms = 20;
/// Half a second in total: a dying process may still be writing into the folder.
constexpr int kRemovals = 25;
constexpr int kPauseRemoving_ms = 20;
constexpr const char* kEarlyLockPrefix = "lock-";  // then comes the number of the lock's creator
constexpr int kAttempts = 10;

/// Gives the owner all permissions on every folder below.
void open_permissions(const fs::path& folder) {
  std::error_code error;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
  // The iterator yields a folder before it descends into it, so opening it up then is early enough.
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, kOptions, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
      fs::permissions(at->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
    }
  }
}

fs::path make_unique_folder(const std::string& prefix) {
  std::string name = (temporary_root() / (prefix + "XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw Error(ErrorKind::kSystem, "cannot make a folder for the tests in '" +
                                        shown_name(temporary_root()) +
                                        "': " + std::generic_category().message(errno) +
                                        "\nhint: set TMPDIR to a folder that can be written to");
  }
  return name;
}

bool has_work_folder_name(const std::string& name) {
  constexpr std::string_view kPattern = "grabr-XXXXXX";
  return name.size() == kPattern.size() && name.starts_with("grabr-") &&
         name.find('-', 6) == std::string::npos;
}

bool is_folder_of_ours(const fs::path& folder) {
  struct stat status {};
  return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid();
}

/// Does the file exist, and does nobody hold a lock on it?
bool is_unlocked(const fs::path& file) {
  const FileDescriptor lock(::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  return lock.is_open() && ::flock(lock.number(), LOCK_EX | LOCK_NB) == 0;
}

/// Removes a folder whose creator was killed before its lock was in place: the folder is empty, or
/// its lock still has the preliminary name. A creator that is still at work at just that moment
/// makes its folder again.
void remove_unfinished(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(kEarlyLockPrefix) || !is_unlocked(at->path())) return;
    ::unlink(at->path().c_str());
  }
  ::rmdir(folder.c_str());
}

/// Leaves folders in use alone.
void remove_if_stale(const fs::path& folder) {
  if (!is_folder_of_ours(folder)) return;
  std::error_code ignored;
  if (!fs::exists(folder / kLockName, ignored)) return remove_unfinished(folder);
  if (!is_unlocked(folder / kLockName)) return;
  end_processes_of(folder);
  remove_work_folder(folder);
}

/// Is no run using it? A folder without a lock has just been created, or is left from a run that
/// ended long ago.
bool is_kept_for_later(const fs::path& folder, fs::file_time_type changed) {
  std::error_code error;
  if (fs::exists(folder / kLockName, error)) return is_unlocked(folder / kLockName);
  return changed + std::chrono::hours(1) < fs::file_time_type::clock::now();
}

/// Keeps the newest: the user may be looking at them.
void remove_old_kept_folders() {
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  std::error_code error;
  for (fs::directory_iterator at(temporary_root(), error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    const bool ours = name.size() == kKeptPrefix.size() + 6 && name.starts_with(kKeptPrefix) &&
                      is_folder_of_ours(at->path());
    std::error_code gone;
    const auto changed = fs::last_write_time(at->path(), gone);
    if (ours && !gone && is_kept_for_later(at->path(), changed)) {
      kept.emplace_back(changed, at->path());
    }
  }
  std::sort(kept.begin(), kept.end(), std::greater<>());
  for (std::size_t i = kKeptFolders; i < kept.size(); ++i) remove_tree(kept[i].second);
}

/// Removing needs descriptors, and the limit may have been reached.
void allow_more_files() noexcept {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

/// Tries again while others add or remove something in between.
bool remove_patiently(const fs::path& folder, std::error_code& error) {
  for (int attempt = 1;; ++attempt) {
    fs::remove_all(folder, error);
    if (!error) return true;
    const bool met_others =
        error == std::errc::directory_not_empty || error == std::errc::no_such_file_or_directory;
    if (!met_others || attempt == kRemovals) return false;
    ::poll(nullptr, 0, kPauseRemoving_ms);
  }
}

/// Returns false if anything but the lock is left.
bool remove_but_lock(const fs::path& folder) {
  std::error_code error;
  bool others = false;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename() == kLockName) continue;
    remove_tree(at->path());
    others = others || fs::symlink_status(at->path()).type() != fs::file_type::not_found;
  }
  return !error && !others;
}

}  // namespace

fs::path temporary_root() {
  const char* variable = std::getenv("TMPDIR");
  return fs::absolute(variable != nullptr && *variable != '\0' ? variable : "/tmp");
}

fs::path numbered_folder(const fs::path& work_folder, std::uint64_t number) {
  std::string name = std::to_string(number);
  if (name.size() < 6) name.insert(0, 6 - name.size(), '0');
  return work_folder / name;
}

fs::path control_folder(const fs::path& work_folder, std::uint64_t number) {
  return numbered_folder(work_folder, number) += ".control";
}

fs::path make_kept_folder(FolderLock& lock) {
  const fs::path outer = make_unique_folder(std::string(kKeptPrefix));
  lock = FolderLock(outer);
  const fs::path folder = outer / "test";
  if (::mkdir(folder.c_str(), 0777) == 0) return folder;
  throw Error(ErrorKind::kSystem, "cannot make '" + shown_name(folder) +
                                      "': " + std::generic_category().message(errno));
}

void remove_tree(const fs::path& folder) noexcept {
  try {
    std::error_code error;
    if (remove_patiently(folder, error)) return;
    if (error == std::errc::too_many_files_open) allow_more_files();
    open_permissions(folder);
    remove_patiently(folder, error);
  } catch (const std::exception&) {
    // Out of memory while cleaning up.
  }
}

void remove_work_folder(const fs::path& folder) noexcept {
  try {
    if (!remove_but_lock(folder)) {
      allow_more_files();
      open_permissions(folder);
      if (!remove_but_lock(folder)) return;
    }
    remove_tree(folder);
  } catch (const std::exception&) {
    // As above.
  }
}

void remove_stale_folders() noexcept {
  try {
    std::error_code error;
    for (fs::directory_iterator at(temporary_root(), error), end; !error && at != end;
         at.increment(error)) {
      const fs::path& folder = at->path();
      if (has_work_folder_name(folder.filename().string())) remove_if_stale(folder);
    }
    remove_old_kept_folders();
  } catch (const std::exception&) {
    // A failure to clean up after others must not stop us from starting.
  }
}

FolderLock::FolderLock(const fs::path& folder) {
  // The file is locked before it gets its name: an unlocked one would look like a folder left
  // behind.
  const fs::path path = folder / kLockName;
  const fs::path early = folder / (kEarlyLockPrefix + std::to_string(::getpid()));
  file_ = FileDescriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  const bool is_new = !file_.is_open();
  if (is_new) {
    file_ = FileDescriptor(::open(early.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  }
  if (!file_.is_open() || ::flock(file_.number(), LOCK_SH) != 0 ||
      (is_new && ::rename(early.c_str(), path.c_str()) != 0)) {
    throw std::system_error(errno, std::generic_category(),
                            "cannot lock '" + shown_name(path) + "'");
  }
}

bool FolderLock::is_last() {
  for (int attempt = 0; file_.is_open() && attempt < kAttemptsAsLast; ++attempt) {
    if (::flock(file_.number(), LOCK_EX | LOCK_NB) == 0) return true;
    ::poll(nullptr, 0, kPauseAsLast_ms);
  }
  return false;
}

WorkFolder::WorkFolder() : owner_(::getpid()) {
  remove_stale_folders();
  for (int attempt = 1; !lock_.is_held(); ++attempt) {
    path_ = make_unique_folder("grabr-");
    try {
      lock_ = FolderLock(path_);
    } catch (const std::system_error& error) {
      remove_tree(path_);
      // Another oracle, on starting, may have removed the folder as stale.
      if (error.code() == std::errc::no_such_file_or_directory && attempt < kAttempts) continue;
      throw Error(ErrorKind::kSystem,
                  std::string(error.what()) +
                      "\nhint: set TMPDIR to a folder on a disk with free space and file locks");
    }
  }
}

WorkFolder::~WorkFolder() {
  if (owner_ == ::getpid()) remove_work_folder(path_);
}

fs::path WorkFolder::stored_path(std::uint64_t number) const {
  return path_ / ("c" + std::to_string(number));
}

std::uint64_t WorkFolder::store(std::string_view candidate, mode_t mode) {
  bool remade = false;
  while (true) {
    constexpr std::uint64_t kCountBits = 40;
    const auto process = static_cast<std::uint64_t>(::getpid());
    const std::uint64_t number = (process << kCountBits) | ++count_;
    const int error = write_file(stored_path(number), candidate, mode);
    if (error == 0) return number;
    if (error == EEXIST) continue;
    if (error != ENOENT || remade || owner_ != ::getpid()) {
      ::unlink(stored_path(number).c_str());
      throw std::system_error(error, std::generic_category(),
                              "cannot write '" + shown_name(stored_path(number)) + "'");
    }
    remake();
    remade = true;
  }
}

void WorkFolder::remake() {
  if (::mkdir(path_.c_str(), 0700) != 0 && errno != EEXIST) {
    throw std::system_error(errno, std::generic_category(),
                            "cannot make '" + shown_name(path_) + "'");
  }
  lock_ = FolderLock(path_);
}

void WorkFolder::become_copy() {
  lock_.release();
  owner_ = 0;
}

}  // namespace grabr
