// Finds the user's test program and says before the first test why it could not be run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace grabr {

struct Program {
  std::filesystem::path path;  ///< absolute
  bool shell_text = false;     ///< text without "#!": /bin/sh runs it, as in a shell
};

/// A name without a slash is searched in PATH, then in the current folder. Throws Error(kInvalid)
/// with a hint: no such program, a folder, not executable, or the "#!" interpreter is missing.
Program find_program(const std::string& name);

/// The executable file that PATH leads to; absolute.
std::optional<std::filesystem::path> search_path(const std::string& name);

/// The name by which find_program finds the same program from any folder: an absolute path, or the
/// name itself where PATH has led to it.
std::string name_from_anywhere(const std::string& name);

}  // namespace grabr
