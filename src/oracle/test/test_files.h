// Finds the files that a test depends on, as far as its text shows: its program, the interpreter,
// files named by path, commands found in PATH, and the same for scripts among those.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
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
/// programs found in PATH by size and time. Left out: files for which `excluded` is true, files
/// written by a script that names them, devices, and folders.
std::vector<IdentityPart> files_of_test(
    const TestCommands& test, const std::function<bool(const std::filesystem::path&)>& excluded);

/// Identifies a file by whether it is executable and by its contents, or by size and time if it is
/// larger than a megabyte. For an unreadable file, gives the reason.
std::string hash_of_test_file(const std::filesystem::path& path);

/// Words of a shell script: those that may name a file or program the script needs, and those that
/// name files it writes. Each word once, in the order of the text, unquoted; "$NAME" stays as it
/// is.
struct ScriptWords {
  std::vector<std::string> words;
  std::vector<std::string> written;  ///< after ">" or "-o", arguments of touch, rm, tee, …
};

/// Extracts the words without running the script. For scripts in the shell's language or a similar
/// one; string literals of other languages are found, too. Comments are ignored, except for the
/// interpreter in the first line. A quoted text of several words counts as a word, and so does each
/// of its words; so do the right-hand side of "NAME=word" and an option's text from its first "/"
/// on.
ScriptWords words_of_script(std::string_view text);

}  // namespace grabr
