// The file under a journal: locked, appended to, cut at its end. What it says is not read here.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "text/file_descriptor.h"

namespace grabr {

/// Makes the folder; a new one gets a .gitignore, for a repository around it need not know of it.
/// Throws Error(kSystem).
void make_journal_folder(const std::filesystem::path& folder);

/// Renames the file at `path`, if there is one, to `path`.old, in place of an older one. Whoever
/// has it open goes on with it under its new name. Throws Error(kSystem).
void set_journal_aside(const std::filesystem::path& path);

class JournalFile {
 public:
  /// Opens or makes the file and locks it (flock) until the end of this object or process. Copies
  /// of the process (fork) share the lock, so that of a killed run goes with its last copy. That
  /// takes a moment: waits up to two seconds for it. Throws Error(kSystem).
  explicit JournalFile(std::filesystem::path path);
  /// No file at all: nothing is kept, and that is no problem.
  JournalFile();
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// In a copy of the process that opened it; there nothing is written.
  bool is_copy() const;

  /// All bytes, of a file. Throws Error(kSystem).
  std::string read() const;

  // The first failure of these sets problem(); nothing is appended from then on.
  void append(std::string_view line);    ///< in one write(), not waiting for the disk
  void sync();                           ///< waits for what was appended or cut
  /// Waits until a new file's name is on disk; some file systems cannot, which is no failure.
  void sync_name();
  void truncate(std::uint64_t size);     ///< in bytes
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
