// The folder of one oracle: a numbered folder for each test under way, candidates that wait for
// theirs, and a lock that says the oracle is alive. It is gone at the end, and at the latest when
// the next oracle starts.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "text/file_descriptor.h"

namespace grabr {

/// Held (shared) by everybody who uses a work folder; the system lets go of it when they die.
class FolderLock {
 public:
  FolderLock() = default;
  /// Makes the lock file where there is none. Throws std::system_error.
  explicit FolderLock(const std::filesystem::path& folder);

  bool is_held() const { return file_.is_open(); }
  /// Nobody else holds it, or not for longer than a second: takes it for oneself. Afterwards it is
  /// held, if at all, exclusively.
  bool is_last();
  void release() { file_.close(); }

 private:
  FileDescriptor file_;
};

class WorkFolder {
 public:
  /// Makes ${TMPDIR:-/tmp}/grabr-XXXXXX, after removing those of oracles that were killed. Throws
  /// Error(kSystem) with reason and hint.
  WorkFolder();
  /// Removes everything.
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes a candidate to wait for its test, and returns its number: one that no other process
  /// uses. A folder that a test has removed is made again. Throws std::system_error.
  std::uint64_t store(std::string_view candidate, mode_t mode);
  std::filesystem::path stored_path(std::uint64_t number) const;

  /// This process is a copy of the one that made the folder: it may store, no more.
  void become_copy();

 private:
  std::filesystem::path path_;
  pid_t owner_;
  FolderLock lock_;
  std::uint64_t count_ = 0;

  void remake();
};

/// ${TMPDIR:-/tmp}.
std::filesystem::path temporary_root();

/// 000001, 000002, …
std::filesystem::path numbered_folder(const std::filesystem::path& work_folder,
                                      std::uint64_t number);

/// Beside the folder of a test: what a launcher needs, and the test does not see.
std::filesystem::path control_folder(const std::filesystem::path& work_folder,
                                     std::uint64_t number);

/// Makes ${TMPDIR:-/tmp}/grabr-kept-XXXXXX/test, which stays for the user to look into. A folder in
/// a folder: a test that removes the one it is in must not meet those of others. `lock` says that it
/// is in use; once it has been let go of, the folder stays while it is among the last few. Throws
/// Error(kSystem) or std::system_error.
std::filesystem::path make_kept_folder(FolderLock& lock);

/// How many of them are kept.
inline constexpr std::size_t kKeptFolders = 3;

/// Removes a folder with all that a test left in it, read-only folders included. Failures to
/// remove something are ignored.
void remove_tree(const std::filesystem::path& folder) noexcept;

/// The lock goes last: a folder without one, of whoever is killed on the way, would look like one
/// that is being made, and stay.
void remove_work_folder(const std::filesystem::path& folder) noexcept;

/// Ends the processes and removes the folders of oracles of this user that were killed together
/// with their workers, or before they had one: those in the temporary root whose lock nobody holds,
/// or that have none yet and are empty. Removes all kept folders of this user but the last few and
/// those in use.
void remove_stale_folders() noexcept;

}  // namespace grabr
