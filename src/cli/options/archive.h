// Archives as folders, by libarchive: no name in one is ever a word of a command line.
//
// Nothing is written outside the folder, whatever the members are called and in whatever order they
// come: every step on the way to a member is opened in the folder before it, and no link is
// followed. A link is made where it leads to a place in the folder only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/config/archive_tool.h"

namespace grabr {

/// Of what is unpacked: a small archive may hold very much.
struct ArchiveLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;
  std::size_t members = 100'000;
  std::size_t depth = 100;  ///< folders in a name
};

/// ".tar.gz", ".zip" or another of those known, if the name ends so; else empty.
std::string archive_ending(const std::string& name);

/// Makes the folder. Throws Error(kInvalid) for what is no archive or exceeds the limits.
std::vector<run::OddMember> unpack(const std::filesystem::path& path,
                                   const std::filesystem::path& folder,
                                   const ArchiveLimits& limits = {});

/// The files, links and empty folders below the folder, in order of names; replaces the archive as
/// a whole. Its ending, which has to be known, says how. Throws Error(kSystem).
void pack(const std::filesystem::path& folder, const std::filesystem::path& path);

/// All of these.
const run::ArchiveTool& archive_tool();

}  // namespace grabr
