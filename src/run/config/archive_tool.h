// Functions that turn an archive into a folder and back. The program provides them, because they
// need libraries that other programs which link the engine do not want.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace grabr::run {

/// A member of an archive that is not in the folder, or is different there.
struct OddMember {
  std::string name;
  std::string why;  ///< "left out: its name leads out of the folder"
};

struct ArchiveTool {
  /// The archive's ending if it is known (".tar.gz", ".zip", …); else empty.
  std::string (*ending)(const std::string& name);
  /// Creates the folder. Throws Error(kInvalid) if the file is not an archive or too large.
  std::vector<OddMember> (*unpack)(const std::filesystem::path& path,
                                   const std::filesystem::path& folder);
  /// Replaces the archive as a whole. Its ending decides the format. Throws Error(kSystem).
  void (*pack)(const std::filesystem::path& folder, const std::filesystem::path& path);
};

}  // namespace grabr::run
