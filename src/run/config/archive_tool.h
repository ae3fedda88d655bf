// How an archive becomes a folder, and a folder an archive: given by the program, as it takes
// libraries that other programs, which link the rest, have no use for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace grabr::run {

/// A member of an archive that is not in the folder, or not as it is there.
struct OddMember {
  std::string name;
  std::string why;  ///< "left out: its name leads out of the folder"
};

struct ArchiveTool {
  /// ".tar.gz", ".zip" or another of those known, if the name ends so; else empty.
  std::string (*ending)(const std::string& name);
  /// Makes the folder. Throws Error(kInvalid) for what is no archive or holds too much.
  std::vector<OddMember> (*unpack)(const std::filesystem::path& path,
                                   const std::filesystem::path& folder);
  /// Replaces the archive as a whole. Its ending says how. Throws Error(kSystem).
  void (*pack)(const std::filesystem::path& folder, const std::filesystem::path& path);
};

}  // namespace grabr::run
