// Spelling of settings in messages. Users set them as options of the program or as members of a
// library's struct. The engine's messages contain keys in braces; the program sets once how its
// options are written.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// Replaces each "{key}" in `text` by the user's spelling of that setting: "{timeout} SEC" becomes
/// "--timeout SEC" in the program and "timeout SEC" elsewhere. Only for our own texts: a user's
/// text may contain braces.
std::string spelled(std::string_view text);

/// Sets the prefix of each key, for the whole process; call it before there are threads.
void spell_settings_with(std::string_view prefix);

}  // namespace grabr
