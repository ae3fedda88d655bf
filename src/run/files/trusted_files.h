// Remembers which files that name commands are trusted: those that grabr wrote for this user, and
// those that the user accepted, each by its path and content.
//
// A folder from somebody else may contain such files, too; its commands do not run just because
// somebody calls grabr there. The list is in $XDG_STATE_HOME/grabr/trusted or
// ~/.local/state/grabr/trusted, one hash per line. If neither is writable, it is in a folder below
// /tmp that lasts until the next reboot.
#pragma once

#include <filesystem>
#include <string_view>

namespace grabr::run {

bool is_trusted(const std::filesystem::path& file, std::string_view content);

/// If this cannot be recorded, the user is asked again.
void trust(const std::filesystem::path& file, std::string_view content);

}  // namespace grabr::run
