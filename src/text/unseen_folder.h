// A folder that no repository sees: its own .gitignore says so.
#pragma once

#include <filesystem>
#include <system_error>

namespace grabr {

/// Makes it, and those it is in. One that is there is the user's, and stays as it is.
void make_unseen_folder(const std::filesystem::path& folder, std::error_code& error);

/// Removes it if there is nothing else in it.
void remove_unseen_folder(const std::filesystem::path& folder);

}  // namespace grabr
