// Where the result of reducing a folder goes: complete at any moment, and never over what is no
// result.
#pragma once

#include <filesystem>
#include <string>

namespace grabr {

class FolderOutput {
 public:
  /// `cache`: there it is noted that the output is a result of grabr.
  FolderOutput(std::filesystem::path output, std::filesystem::path cache)
      : path_(std::move(output)), cache_(std::move(cache)) {}

  const std::filesystem::path& path() const { return path_; }

  /// Throws Error(kInvalid) if it is within the input, or the input within it, or if something is
  /// there that is no result of an earlier run.
  void require_free(const std::filesystem::path& input) const;

  /// Puts those files of `state` that are listed (oracle/test/listing.h) into the output, all at
  /// once. Throws Error(kSystem) if it cannot be replaced.
  void publish(const std::filesystem::path& state, const std::string& kept) const;

 private:
  std::filesystem::path mark() const;
  bool exchange(const std::filesystem::path& next) const;

  std::filesystem::path path_;
  std::filesystem::path cache_;
};

}  // namespace grabr
