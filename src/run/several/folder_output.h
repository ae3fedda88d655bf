// Writes the result of reducing a folder: complete at any moment, and never over something that is
// not a result.
#pragma once

#include <filesystem>
#include <string>

namespace grabr {

class FolderOutput {
 public:
  /// `cache`: the folder where the output is recorded as a result of grabr.
  FolderOutput(std::filesystem::path output, std::filesystem::path cache)
      : path_(std::move(output)), cache_(std::move(cache)) {}

  const std::filesystem::path& path() const { return path_; }

  /// Throws Error(kInvalid) if the output is inside the input or the other way round, or if it
  /// exists and is not a result of an earlier run.
  void require_free(const std::filesystem::path& input) const;

  /// Puts those files of `state` that are listed (oracle/test/listing.h) into the output, all at
  /// once. Throws Error(kSystem) if the output cannot be replaced.
  void publish(const std::filesystem::path& state, const std::string& kept) const;

 private:
  std::filesystem::path mark() const;
  bool exchange(const std::filesystem::path& next) const;

  std::filesystem::path path_;
  std::filesystem::path cache_;
};

}  // namespace grabr
