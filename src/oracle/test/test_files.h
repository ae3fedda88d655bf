// The files that a test depends on, as far as its words say: its program, the interpreter, what it
// names by a path or as a command found in PATH, and the same of the scripts among those.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace grabr {

/// One thing that answers depend on: a file, a copied folder, a variable.
struct IdentityPart {
  std::string name;  ///< as it is shown: a path, "$NAME"
  std::string hash;  ///< of what it holds

  bool operator==(const IdentityPart&) const = default;
};

struct TestCommands {
  /// Program and arguments. All of them, those of --differs and a launcher too.
  std::vector<std::vector<std::string>> commands;
  std::string shell_text;
};

/// In the order in which they are found, each once. Small files count with their contents, large
/// ones and programs found in PATH with size and time. Not among them: what `excluded` says, what
/// a script that names it writes, devices, and folders.
std::vector<IdentityPart> files_of_test(
    const TestCommands& test, const std::function<bool(const std::filesystem::path&)>& excluded);

/// A file as it counts: executable or not, and its contents, or size and time above a megabyte. One
/// that cannot be read counts with the reason.
std::string hash_of_test_file(const std::filesystem::path& path);

}  // namespace grabr
