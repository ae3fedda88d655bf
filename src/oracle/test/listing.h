// A folder as text, one name per line: a search deletes files by deleting lines.
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
/// As a listing: one name per line.
std::string text_of_names(const std::vector<std::string>& names);
/// The names in a listing, in its order; lines that are not a valid name are skipped.
std::vector<std::string> names_listed(std::string_view listing);

/// Creates `to` and copies into it the listed entries of `from` that exist, with their parent
/// folders. Throws std::system_error.
void copy_listed(const std::filesystem::path& from, std::string_view listing,
                 const std::filesystem::path& to);

}  // namespace grabr
