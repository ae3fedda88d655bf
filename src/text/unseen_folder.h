// A folder that git ignores, because it contains a .gitignore for itself.
#pragma once

#include <filesystem>
#include <system_error>

namespace grabr {

/// Makes the folder and its parents. An existing folder belongs to the user and is not changed.
void make_unseen_folder(const std::filesystem::path& folder, std::error_code& error);

/// Removes the folder if it contains nothing else.
void remove_unseen_folder(const std::filesystem::path& folder);

}  // namespace grabr
