// The file of a journal: locked, appended to, truncated. Its contents are not interpreted here.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "text/system_call.h"

namespace grabr {

/// Makes the folder, with a .gitignore if it is new, so that a repository around it ignores it.
/// Throws Error(kSystem).
void make_journal_folder(const std::filesystem::path& folder);

/// Renames the file at `path`, if any, to `path`.old, replacing an older one. Processes that have
/// it open keep using it under the new name. Throws Error(kSystem).
void set_journal_aside(const std::filesystem::path& path);

class JournalFile {
 public:
  /// Opens or creates the file and locks it (flock) while this object or process lives. Forked
  /// copies share the lock, so a killed run's lock is released only when its last copy ends; waits
  /// up to two seconds for that. Throws Error(kSystem).
  explicit JournalFile(std::filesystem::path path);
  /// Without a file: nothing is kept, and that is not a problem.
  JournalFile();
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// True in a forked copy of the process that opened it, where nothing is written.
  bool is_copy() const;

  /// The whole file. Throws Error(kSystem).
  std::string read() const;

  // The first failure of any of these sets problem(); nothing is appended after it.
  void append(std::string_view line);  ///< in one write(), without waiting for the disk
  void sync();                         ///< waits until everything is on disk
  bool is_synced() const { return !unsynced_; }
  /// Waits until a new file's name is on disk; file systems that cannot do so are not a failure.
  void sync_name();
  void truncate(std::uint64_t size);  ///< in bytes
  const std::string& problem() const { return problem_; }

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  pid_t owner_;
  bool unsynced_ = false;
  std::string problem_;

  void stop(int error);
};

}  // namespace grabr
