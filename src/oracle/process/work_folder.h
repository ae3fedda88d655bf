// The work folder of one oracle: a numbered folder for each running test, candidates waiting for
// their tests, and a lock that shows that the oracle is alive. It is removed at the end, or at the
// latest when the next oracle starts.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "text/system_call.h"

namespace grabr {

/// Held (shared) by every user of a work folder; the system releases it when they die.
class FolderLock {
 public:
  FolderLock() = default;
  /// Creates the lock file if needed. Throws std::system_error.
  explicit FolderLock(const std::filesystem::path& folder);

  bool is_held() const { return file_.is_open(); }
  /// Takes the lock exclusively, unless another process holds it for longer than a second.
  /// Afterwards the lock is exclusive if it is held at all.
  bool is_last();
  void release() { file_.close(); }

 private:
  FileDescriptor file_;
};

class WorkFolder {
 public:
  /// Creates ${TMPDIR:-/tmp}/grabr-XXXXXX, after removing those of killed oracles. Throws
  /// Error(kSystem) with reason and hint.
  WorkFolder();
  /// Removes everything.
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes a candidate that waits for its test and returns its number, unique among all processes.
  /// Recreates the folder if a test has removed it. Throws std::system_error.
  std::uint64_t store(std::string_view candidate, mode_t mode);
  std::filesystem::path stored_path(std::uint64_t number) const;

  /// Call this in a forked copy of the process that made the folder: the copy may only store.
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

/// The folder next to a test's folder, invisible to the test, for the launcher's files.
std::filesystem::path control_folder(const std::filesystem::path& work_folder,
                                     std::uint64_t number);

/// Creates ${TMPDIR:-/tmp}/grabr-kept-XXXXXX/test, which stays for the user to inspect. It is
/// nested so that a test that removes its parent folder does not hit other tests' folders. `lock`
/// marks it as in use; once released, the folder stays while it is among the last few. Throws
/// Error(kSystem) or std::system_error.
std::filesystem::path make_kept_folder(FolderLock& lock);

/// How many kept folders remain.
inline constexpr std::size_t kKeptFolders = 3;

/// Removes a folder with everything a test left in it, including read-only folders. Removal
/// failures are ignored.
void remove_tree(const std::filesystem::path& folder) noexcept;

/// Removes the lock last: if this process is killed halfway, a folder without one would look like
/// one that is being created, and would stay.
void remove_work_folder(const std::filesystem::path& folder) noexcept;

/// Kills the processes and removes the folders of this user's oracles that were killed together
/// with their workers, or before they had one: folders in the temporary root whose lock nobody
/// holds, or that have no lock yet and are empty. Removes all kept folders of this user but the
/// last few and those in use.
void remove_stale_folders() noexcept;

}  // namespace grabr
