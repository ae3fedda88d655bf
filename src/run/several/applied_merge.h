// Applies a merge of files (run/several/folder_imports.h) to the folder itself, and undoes it
// unless it is kept. Only the files that it names are touched, however many others there are.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "run/several/folder_imports.h"

namespace grabr {

class AppliedMerge {
 public:
  /// `aside`: a folder for replaced files, on the same file system. Throws std::system_error or
  /// Error(kSystem).
  AppliedMerge(std::filesystem::path folder, const Merge& merge, std::filesystem::path aside);
  /// Undoes the merge, unless it is kept.
  ~AppliedMerge();
  AppliedMerge(const AppliedMerge&) = delete;
  AppliedMerge& operator=(const AppliedMerge&) = delete;

  void keep() { kept_ = true; }

 private:
  void remove(const std::string& name);
  void undo() noexcept;

  const std::filesystem::path folder_, aside_;
  std::vector<std::string> moved_;  ///< files moved to `aside_`, where their index is their name
  /// Folders that became empty, in the order of their removal.
  std::vector<std::pair<std::filesystem::path, std::filesystem::perms>> folders_;
  bool kept_ = false;
};

}  // namespace grabr
