// The engine's messages speak of settings that the user made: options of the program, or members of
// a library's struct. They name them by key in braces; the program says once how its options are
// written.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// `text` with each "{key}" as the user writes that setting: "{timeout} SEC" is "--timeout SEC" in
/// the program and "timeout SEC" elsewhere. Only for text of our own: a user's may have braces.
std::string spelled(std::string_view text);

/// What comes before each key from now on; for the whole process, before it has threads.
void spell_settings_with(std::string_view prefix);

}  // namespace grabr
