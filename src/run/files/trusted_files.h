// Which files that name commands to run are this user's: those that grabr wrote for them, and those
// to which they have said yes, each by its place and content.
//
// A folder that came from somebody else may have such files, too; its commands are not run because
// somebody calls grabr there. What is known lies in $XDG_STATE_HOME/grabr/trusted, or
// ~/.local/state/grabr/trusted, one hash a line, and without such a folder in one below /tmp
// that lasts until the machine is started again.
#pragma once

#include <filesystem>
#include <string_view>

namespace grabr::run {

bool is_trusted(const std::filesystem::path& file, std::string_view content);

/// If this cannot be noted, the user is asked again.
void trust(const std::filesystem::path& file, std::string_view content);

}  // namespace grabr::run
