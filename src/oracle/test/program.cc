#include "oracle/test/program.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>

#include "text/error.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/system_call.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

bool is_executable_file(const fs::path& path) {
  return ::access(path.c_str(), X_OK) == 0 && is_file(path);
}

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  throw Error(ErrorKind::kInvalid, message + "\nhint: " + hint);
}

/// Reports a system error, which is not the user's mistake.
[[noreturn]] void fail_to_look(const std::string& name, int reason) {
  throw Error(ErrorKind::kSystem,
              name + " cannot be read: " + std::generic_category().message(reason) +
                  std::string(system_hint(reason)));
}

/// search_path(). If a place could not be examined, and that may be why nothing was found,
/// `problem` becomes the reason.
std::optional<fs::path> look_in_path(const std::string& name, int& problem) {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable != nullptr ? variable : "/bin:/usr/bin";
  while (true) {
    const std::size_t colon = rest.find(':');
    // An empty entry means the current folder.
    const fs::path folder = colon == 0 || rest.empty() ? "." : fs::path(rest.substr(0, colon));
    errno = 0;
    if (is_executable_file(folder / name)) return fs::absolute(folder / name);
    if (errno == EIO || errno == ENOMEM || errno == EINTR) problem = errno;
    if (colon == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
}

fs::path locate(const std::string& name) {
  if (name.empty()) {
    refuse("no test program given", "name a program that exits 0 on the failing input");
  }
  const bool has_slash = name.find('/') != std::string::npos;
  int problem = 0;
  if (!has_slash) {
    if (const auto found = look_in_path(name, problem)) return *found;
  }
  const fs::path path = fs::absolute(name).lexically_normal();
  std::error_code error;
  if (fs::exists(path, error)) return path;
  if (error && error != std::errc::permission_denied) {
    fail_to_look("the test program '" + shown_name(path) + "'", error.value());
  }
  if (problem != 0) fail_to_look("the test program '" + shown_name(name) + "'", problem);
  refuse("cannot find the test program '" + shown_name(name) + "'",
         has_slash ? "there is no file '" + shown_name(path) + "'"
                   : "it is neither in PATH nor in the current folder");
}

void check_executable(const fs::path& path) {
  const std::string name = "the test program '" + shown_name(path) + "'";
  std::error_code error;
  if (fs::is_directory(path, error)) refuse(name + " is a folder", "name the program in it");
  if (::access(path.c_str(), X_OK) == 0) return;
  if (const int reason = errno; reason != EACCES && reason != ENOENT) fail_to_look(name, reason);
  const auto any_x = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  if ((fs::status(path, error).permissions() & any_x) == fs::perms::none) {
    refuse(name + " is not executable", "chmod +x " + shown_name(path));
  }
  refuse(name + " cannot be executed: " + std::generic_category().message(EACCES),
         "check its permissions, and whether its file system is mounted noexec");
}

std::string first_bytes(const fs::path& path) { return read_if_there(path, 4096); }

/// Cuts the next word off the front of `line`.
std::string next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  line.remove_prefix(begin);
  const std::string word(line.substr(0, line.find_first_of(" \t")));
  line.remove_prefix(word.size());
  return word;
}

/// `line` is the text after "#!".
void check_interpreter(const fs::path& script, std::string_view line) {
  const std::string name = "the test program '" + shown_name(script) + "'";
  if (line.ends_with('\r')) {
    refuse(name + " has Windows line ends: its '#!' line names no program of this system",
           "sed -i 's/\\r$//' " + shown_name(script));
  }
  const std::string interpreter = next_word(line);
  if (!is_executable_file(interpreter)) {
    refuse(
        name + " wants the interpreter '" + interpreter + "', which is not there or not executable",
        "correct the first line of the script, for example '#!/bin/sh'");
  }
  if (fs::path(interpreter).filename() != "env") return;
  const std::string program = next_word(line);
  // Options and assignments are left for env to check.
  const bool plain =
      !program.empty() && program[0] != '-' && program.find_first_of("=/") == std::string::npos;
  if (plain && !search_path(program)) {
    refuse(name + " wants the interpreter '" + program + "', which is not in PATH",
           "install it, or correct the first line of the script");
  }
}

}  // namespace

std::optional<fs::path> search_path(const std::string& name) {
  int ignored = 0;
  return look_in_path(name, ignored);
}

Program find_program(const std::string& name) {
  Program program{locate(name), false};
  check_executable(program.path);
  const std::string start = first_bytes(program.path);
  if (start.starts_with("#!")) {
    check_interpreter(program.path, std::string_view(start).substr(2, start.find('\n') - 2));
  } else {
    program.shell_text = start.find('\0') == std::string::npos;
  }
  return program;
}

std::string name_from_anywhere(const std::string& name) {
  const fs::path path = find_program(name).path;
  const bool by_path_variable =
      name.find('/') == std::string::npos && path.parent_path() != fs::current_path();
  return by_path_variable ? name : path.string();
}

}  // namespace grabr
