// The files of a folder being reduced: which of them may be deleted or changed, and in which order
// they are tried.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/config/config.h"

namespace grabr {

class FolderFiles {
 public:
  /// Reads the folder anew at each call. `input` says which files are free, and must outlive this.
  FolderFiles(std::filesystem::path folder, const run::Input& input)
      : folder_(std::move(folder)), input_(input) {}

  /// Names of all files, links and empty folders.
  std::vector<std::string> names() const;
  /// Names of the free files that are not empty, the largest first.
  std::vector<std::string> to_reduce() const;
  /// All names: first those that no other file names, at the end those that must stay.
  std::vector<std::string> listing() const;
  /// May the file become smaller, or be deleted?
  bool is_free(const std::string& name) const;
  /// Bytes of the contents of all files, or of one: zero if it is missing, or is a link or a
  /// folder.
  std::uint64_t bytes() const;
  std::uint64_t bytes_of(const std::string& name) const;
  /// Throws Error(kInvalid) for a glob that matches no file, which is probably a mistake, and if no
  /// file is free.
  void require_globs() const;

 private:
  std::vector<std::string> by_size() const;

  std::filesystem::path folder_;
  const run::Input& input_;
};

/// A hash of names, kinds, modes and contents.
std::string hash_of_folder(const std::filesystem::path& folder);

}  // namespace grabr
