// Finds the files a test depends on, as far as its text shows: its program, the interpreter, what
// it names by path or as a command found in PATH, and the same for scripts among those.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace grabr {

/// Something that answers depend on: a file, a copied folder, a variable.
struct IdentityPart {
  std::string name;  ///< as shown to the user: a path, "$NAME"
  std::string hash;  ///< of its contents

  bool operator==(const IdentityPart&) const = default;
};

struct TestCommands {
  /// Program and arguments of every command, including those of --differs and a launcher.
  std::vector<std::vector<std::string>> commands;
  std::string shell_text;
};

/// In the order found, each once. Small files are identified by their contents, large ones and
/// programs found in PATH by size and time. Left out: what `excluded` says, files written by a
/// script that names them, devices, and folders.
std::vector<IdentityPart> files_of_test(
    const TestCommands& test, const std::function<bool(const std::filesystem::path&)>& excluded);

/// Identifies a file: executable or not, and its contents, or size and time if larger than a
/// megabyte. For an unreadable file, the reason.
std::string hash_of_test_file(const std::filesystem::path& path);

}  // namespace grabr
