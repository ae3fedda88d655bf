// Packs and unpacks archives with libarchive: a member's name is never part of a command line.
//
// Nothing is written outside the folder, whatever the members are called and in whatever order they
// come: every step on the way to a member is opened in the folder before it, and no link is
// followed. A link is made only if it leads to a place in the folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/config/archive_tool.h"

namespace grabr {

/// Limits on unpacked data, because a small archive may contain very much.
struct ArchiveLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;
  std::size_t members = 100'000;
  std::size_t depth = 100;  ///< nested folders in a name
};

/// The archive's ending if it is known (".tar.gz", ".zip", …); else empty.
std::string archive_ending(const std::string& name);

/// Unpacks into the folder, which it creates. Throws Error(kInvalid) if the file is not an archive
/// or exceeds the limits.
std::vector<run::OddMember> unpack(const std::filesystem::path& path,
                                   const std::filesystem::path& folder,
                                   const ArchiveLimits& limits = {});

/// Packs the files, links and empty folders of the folder, in order of names; replaces the archive
/// as a whole. Its ending, which must be known, decides the format. Throws Error(kSystem).
void pack(const std::filesystem::path& folder, const std::filesystem::path& path);

/// These functions as the table that layer run uses.
const run::ArchiveTool& archive_tool();

}  // namespace grabr
