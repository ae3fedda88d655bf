// A folder as a list of what is in it, one name a line: what a search deletes from.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// The relative names of the files, symbolic links and empty folders below a folder, sorted by
/// byte. Links are not followed; sockets, pipes and devices are left out. Throws std::system_error.
std::vector<std::string> names_below(const std::filesystem::path& folder);

/// A name as a line without its end: ASCII, where "%0A" is a line feed and "%25" is "%".
std::string listed(std::string_view name);
/// The names that a listing has, in its order; lines that no name is written as are left out.
std::vector<std::string> names_listed(std::string_view listing);

/// Makes `to`, with those things of `from` that are listed and are there, and the folders they are
/// in. Throws std::system_error.
void copy_listed(const std::filesystem::path& from, std::string_view listing,
                 const std::filesystem::path& to);

}  // namespace grabr
