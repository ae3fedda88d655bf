// Turns words into paths without running anything, using environment variables, $GRABR_DIR, and the
// folders a relative path may start from: the one grabr was started in, the script's own, and those
// the script names ("cd /opt/tool && ./run"). A path that begins with a variable set by the script
// is looked up in all of them.
//
// Three levels: the command line (or the text of -c), the scripts it names, starting with the test
// itself, and the scripts those call. Words of these last scripts are looked up as well.
//
// Tested by tests/oracle/identity_test.cc and tests/check_stale.py.
#include "oracle/test/test_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "oracle/test/program.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/hash.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr off_t kMaxBytesHashed = off_t{1} << 20;         // bytes: 3 ms
constexpr off_t kMaxScriptBytesScanned = off_t{1} << 18;  // larger scripts are not read for words
constexpr std::size_t kMaxScriptWords = 5000;             // words of one script
constexpr std::size_t kMaxFolders = 8;                    // to look up relative paths in
constexpr unsigned kLevels = 3;

/// Is the reason the machine's present state, not the file? A later reading would then give another
/// identity, and known answers would seem to belong to another test.
bool is_of_the_moment(int error) {
  return error == EINTR || error == EMFILE || error == ENFILE || error == ENOMEM;
}

int failed_with(const fs::path& path, int error) {
  if (!is_of_the_moment(error)) return error;
  throw Error(ErrorKind::kSystem, "cannot read '" + shown_name(path) + "', which the test uses: " +
                                      std::generic_category().message(error) +
                                      std::string(system_hint(error)));
}

/// Passes the bytes of a file on in pieces; returns 0 or the error number. Throws an Error if the
/// machine itself fails.
int read_pieces(const fs::path& path, const std::function<bool(std::string_view)>& take) {
  // Non-blocking, because the file may be a pipe.
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return failed_with(path, errno);
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count =
        retry_interrupted([&] { return ::read(file.number(), buffer.data(), buffer.size()); });
    if (count < 0) return failed_with(path, errno);
    if (count == 0) return 0;
    if (!take(std::string_view(buffer.data(), static_cast<std::size_t>(count)))) return 0;
  }
}

std::string contents_hash(const fs::path& path) {
  Sha256 hash;
  const int error = read_pieces(path, [&](std::string_view piece) {
    hash.add(piece);
    return true;
  });
  return error == 0 ? hash.hex() : "error " + std::to_string(error);
}

std::string size_and_time(const struct stat& status) {
  return std::to_string(status.st_size) + " bytes of " + std::to_string(status.st_mtim.tv_sec) +
         '.' + std::to_string(status.st_mtim.tv_nsec);
}

/// Includes the link's target: programs of one package share the same time.
std::string link_and_time(const fs::path& path, const struct stat& status) {
  std::error_code ignored;
  return fs::canonical(path, ignored).string() + ' ' + size_and_time(status);
}

/// The text of a script; empty if the file is not one.
std::string script_text(const fs::path& path, const struct stat& status) {
  if (status.st_size > kMaxScriptBytesScanned) return {};
  constexpr std::array<std::string_view, 6> kExtensions = {".sh", ".bash", ".py",
                                                           ".pl", ".rb",   ".mk"};
  std::string text;
  const std::string extension = path.extension().string();
  const bool named =
      std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
  read_pieces(path, [&](std::string_view piece) {
    const bool script =
        !text.empty() || piece.starts_with("#!") || named || (status.st_mode & 0111) != 0;
    if (!script || piece.find('\0') != std::string_view::npos) {
      text.clear();
      return false;
    }
    text += piece;
    return true;
  });
  return text;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Cuts "$NAME" or "${NAME…}" off the front and returns the name.
std::string take_variable(std::string_view& text) {
  text.remove_prefix(1);
  if (text.starts_with('{')) {
    const std::size_t end = std::min(text.find('}'), text.size() - 1);
    std::string_view inside = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    const auto name_end = std::find_if_not(inside.begin(), inside.end(), is_name_character);
    return std::string(inside.begin(), name_end);
  }
  auto end = std::find_if_not(text.begin(), text.end(), is_name_character);
  if (end == text.begin() && !text.empty()) ++end;  // "$@"
  std::string name(text.begin(), end);
  text.remove_prefix(name.size());
  return name;
}

/// A word with its variables replaced by their values.
struct Expanded {
  std::string text;
  bool complete = true;  ///< all variables were known
};

std::optional<std::string> value_of(const std::string& name) {
  // Variables that are set for each test.
  constexpr std::array<std::string_view, 6> kOfTheTest = {
      "GRABR_FILE", "GRABR_ORIGINAL", "TMPDIR", "TEMP", "TMP", "PWD"};
  if (name == "GRABR_DIR") return fs::current_path().string();
  if (std::find(kOfTheTest.begin(), kOfTheTest.end(), name) != kOfTheTest.end()) {
    return std::nullopt;
  }
  const char* const value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

Expanded expand(std::string_view word) {
  Expanded expanded;
  if (const char* home = std::getenv("HOME"); home != nullptr && word.starts_with("~/")) {
    expanded.text = home;
    word.remove_prefix(1);
  }
  while (!word.empty()) {
    const std::size_t plain = std::min(word.find('$'), word.size());
    expanded.text += word.substr(0, plain);
    word.remove_prefix(plain);
    if (word.empty()) break;
    if (word.starts_with("$(")) {  // "$(dirname "$0")/tool": depends on a command's output
      expanded = {{}, false};
      word.remove_prefix(std::min(word.rfind(')'), word.size() - 1) + 1);
      continue;
    }
    if (const auto value = value_of(take_variable(word))) {
      expanded.text += *value;
    } else {
      expanded.complete = false;
      expanded.text.clear();  // the rest may be a path relative to it
    }
  }
  return expanded;
}

std::optional<fs::path> command_in_path(const std::string& name) {
  constexpr std::size_t kMaxVariableNameBytes = 64;
  if (name.size() > kMaxVariableNameBytes || !std::all_of(name.begin(), name.end(), [](char c) {
        return is_name_character(c) || c == '-' || c == '.' || c == '+';
      })) {
    return std::nullopt;
  }
  return search_path(name);
}

class Search {
 public:
  explicit Search(const std::function<bool(const fs::path&)>& excluded) : excluded_(excluded) {
    folders_.push_back(fs::current_path());
  }

  std::vector<IdentityPart> run(const TestCommands& test) {
    for (const std::vector<std::string>& command : test.commands) look_at_command(command);
    if (!test.shell_text.empty()) {
      look_at_words(words_of_script(test.shell_text), 0);
      look_at("/bin/sh", 0, false);
    }
    return std::move(parts_);
  }

 private:
  void look_at_command(const std::vector<std::string>& command) {
    if (command.empty()) return;
    add_folder_of(command[0]);
    ScriptWords words;
    for (const std::string& argument : command) {
      words.words.push_back(argument);
      // "sh -c TEXT" and "--with=FILE" contain words.
      const ScriptWords inner = words_of_script(argument);
      words.words.insert(words.words.end(), inner.words.begin(), inner.words.end());
      words.written.insert(words.written.end(), inner.written.begin(), inner.written.end());
    }
    words.words.erase(words.words.begin());
    look_at_program(command[0]);
    look_at_words(words, 0);
  }

  /// A program that cannot be found or run is recorded as an error.
  void look_at_program(const std::string& name) {
    try {
      look_at(find_program(name).path.string(), 0, name.find('/') == std::string::npos);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kSystem) throw;
      parts_.push_back({name, "error"});
    }
  }

  void add_folder_of(const std::string& program) {
    if (program.find('/') != std::string::npos) add_folder(fs::absolute(program).parent_path());
  }

  void add_folder(const fs::path& folder) {
    const fs::path normal = folder.lexically_normal();
    if (folders_.size() >= kMaxFolders) return;
    if (std::find(folders_.begin(), folders_.end(), normal) == folders_.end()) {
      folders_.push_back(normal);
    }
  }

  void look_at_words(const ScriptWords& found, unsigned level) {
    const std::span words(found.words.data(), std::min(found.words.size(), kMaxScriptWords));
    for (const std::string& word : words) note_folder(word);
    for (const std::string& word : found.written) {
      for (const std::string& place : places_of(expand(word))) {
        written_.insert(fs::path(place).lexically_normal());
      }
    }
    for (const std::string& word : words) look_at_word(word, level);
  }

  void note_folder(const std::string& word) {
    if (word.find('/') == std::string::npos && word.find('$') == std::string::npos) return;
    const Expanded expanded = expand(word);
    std::error_code ignored;
    if (expanded.complete && expanded.text.starts_with('/') && expanded.text != "/" &&
        fs::is_directory(expanded.text, ignored)) {
      add_folder(expanded.text);
    }
  }

  void look_at_word(const std::string& word, unsigned level) {
    const Expanded expanded = expand(word);
    // A variable may hold a command with arguments.
    if (word.starts_with('$') && expanded.text.find(' ') != std::string::npos) {
      for (const std::string& part : words_of_script(expanded.text).words) {
        if (part.find('$') == std::string::npos) look_at_places({part, true}, level);
      }
    }
    look_at_places(expanded, level);
  }

  void look_at_places(const Expanded& word, unsigned level) {
    for (const std::string& place : places_of(word)) look_at(place, level, false);
    if (!word.complete || word.text.find('/') != std::string::npos) return;
    if (const auto path = command_in_path(word.text)) look_at(path->string(), level, true);
  }

  /// The paths where a file of that name may be.
  std::vector<std::string> places_of(const Expanded& word) const {
    std::vector<std::string> places;
    if (word.text.empty() || word.text.find('\0') != std::string::npos) return places;
    std::string_view relative = word.text;
    if (relative.starts_with('/')) {
      struct stat status {};
      places.push_back(word.text);
      if (::stat(word.text.c_str(), &status) == 0) return places;
      relative.remove_prefix(std::min(relative.find_first_not_of('/'), relative.size()));
      if (relative.empty()) return places;
    }
    for (const fs::path& folder : folders_) {
      places.push_back(folder.native() + '/' + std::string(relative));
    }
    return places;
  }

  /// Most places have no file, so check that first.
  void look_at(const std::string& place, unsigned level, bool from_path_variable) {
    struct stat status {};
    if (::stat(place.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
    const fs::path path = fs::path(place).lexically_normal();
    if (is_of_the_system(path) || written_.contains(path) || excluded_(path)) return;
    if (!seen_.insert(path.string()).second) return;
    const std::string text = script_text(path, status);
    const bool by_time = from_path_variable && text.empty();
    parts_.push_back(
        {path.string(), by_time ? link_and_time(path, status) : hash_of_test_file(path)});
    if (text.empty() || level + 1 >= kLevels) return;
    const fs::path folder = path.parent_path();
    if (!from_path_variable) add_folder(folder);
    look_at_words(words_of_script(text), level + 1);
  }

  static bool is_of_the_system(const fs::path& path) {
    const std::string& text = path.native();
    return text.starts_with("/dev/") || text.starts_with("/proc/") || text.starts_with("/sys/");
  }

  const std::function<bool(const fs::path&)>& excluded_;
  std::vector<fs::path> folders_;
  std::set<fs::path> written_;
  std::unordered_set<std::string> seen_;
  std::vector<IdentityPart> parts_;
};

}  // namespace

std::string hash_of_test_file(const fs::path& path) {
  struct stat status {};
  const bool there = ::stat(path.c_str(), &status) == 0;
  std::string text = there && (status.st_mode & 0111) != 0 ? "x " : "- ";
  const bool large = there && S_ISREG(status.st_mode) && status.st_size > kMaxBytesHashed;
  return text + (large ? size_and_time(status) : contents_hash(path));
}

std::vector<IdentityPart> files_of_test(const TestCommands& test,
                                        const std::function<bool(const fs::path&)>& excluded) {
  return Search(excluded).run(test);
}

}  // namespace grabr
