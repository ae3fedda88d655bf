// The folder that holds one numbered folder per test, and is gone at the end.
#pragma once

#include <cstdint>
#include <filesystem>

namespace grabr {

class WorkFolder {
 public:
  /// Makes ${TMPDIR:-/tmp}/grabr-XXXXXX. Throws Error(kFailure) with reason and hint.
  WorkFolder();
  /// Removes everything but the folders that were kept.
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Makes the next folder: 000001, 000002, … Throws std::system_error.
  std::filesystem::path make_next();
  /// The folder stays on the disk, for the user to look into.
  void keep() { kept_ = true; }

 private:
  std::filesystem::path path_;
  std::uint64_t count_ = 0;
  bool kept_ = false;
};

/// Removes a folder with all that a test left in it, read-only folders included. What cannot be
/// removed stays, without a word: it is in the way of nothing.
void remove_tree(const std::filesystem::path& folder) noexcept;

}  // namespace grabr
