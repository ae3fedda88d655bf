// A merge of files (run/several/folder_imports.h), done in the folder itself and undone unless it
// is kept: only the files that it names are touched, however many others there are.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "run/several/folder_imports.h"

namespace grabr {

class AppliedMerge {
 public:
  /// `aside`: a folder of its own, on the same file system, for what is replaced. Throws
  /// std::system_error or Error(kSystem).
  AppliedMerge(std::filesystem::path folder, const Merge& merge, std::filesystem::path aside);
  /// Everything is as it was, unless it is to stay.
  ~AppliedMerge();
  AppliedMerge(const AppliedMerge&) = delete;
  AppliedMerge& operator=(const AppliedMerge&) = delete;

  void keep() { kept_ = true; }

 private:
  void remove(const std::string& name);
  void undo() noexcept;

  const std::filesystem::path folder_, aside_;
  std::vector<std::string> moved_;  ///< to `aside_`, under their numbers
  /// That have become empty, in the order in which they went.
  std::vector<std::pair<std::filesystem::path, std::filesystem::perms>> folders_;
  bool kept_ = false;
};

}  // namespace grabr
