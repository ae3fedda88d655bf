// Finds the user's test program and reports, before the first test, why it cannot be run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace grabr {

struct Program {
  std::filesystem::path path;  ///< absolute
  bool shell_text = false;     ///< text without "#!": /bin/sh runs it, as a shell would
};

/// A name without a slash is searched in PATH, then in the current folder. Throws Error(kInvalid)
/// with a hint: no such program, a folder, not executable, or a missing "#!" interpreter.
Program find_program(const std::string& name);

/// The executable file found in PATH, as an absolute path.
std::optional<std::filesystem::path> search_path(const std::string& name);

/// The name by which find_program finds the same program from any folder: an absolute path, or the
/// name itself if it was found in PATH.
std::string name_from_anywhere(const std::string& name);

}  // namespace grabr
