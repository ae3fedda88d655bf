// The files of a folder that is reduced: which of them may go or change, and in which order they
// are tried.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/config/config.h"

namespace grabr {

class FolderFiles {
 public:
  /// Looks at the folder as it is whenever it is asked. `input` says which files are free, and must
  /// outlive it.
  FolderFiles(std::filesystem::path folder, const run::Input& input)
      : folder_(std::move(folder)), input_(input) {}

  /// Of all files, links and empty folders.
  std::vector<std::string> names() const;
  /// Of the files that are not empty and free, the largest first.
  std::vector<std::string> to_reduce() const;
  /// All names: those first that no other file names, and in the end those that stay.
  std::vector<std::string> listing() const;
  /// May it become smaller, or go?
  bool is_free(const std::string& name) const;
  /// Of the contents of all files; of one: none if it has gone, or is a link or a folder.
  std::uint64_t bytes() const;
  std::uint64_t bytes_of(const std::string& name) const;
  /// Throws Error(kInvalid) for a glob that means no file, which is a slip, and where none is free.
  void require_globs() const;

 private:
  std::vector<std::string> by_size() const;

  std::filesystem::path folder_;
  const run::Input& input_;
};

/// Of names, kinds, modes and contents.
std::string hash_of_folder(const std::filesystem::path& folder);

}  // namespace grabr
