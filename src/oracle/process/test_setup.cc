#include "oracle/process/test_setup.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "oracle/test/conversion.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"
#include "text/system_call.h"

extern char** environ;

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 8> kOwnVariables = {
    "TMPDIR",         "TEMP",      "TMP",           "GRABR_FILE",
    "GRABR_ORIGINAL", "GRABR_DIR", "GRABR_TEST_ID", "GRABR_JOBS"};

std::vector<std::string> inherited_environment() {
  std::vector<std::string> result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    const std::string_view name = variable.substr(0, variable.find('='));
    if (std::find(kOwnVariables.begin(), kOwnVariables.end(), name) == kOwnVariables.end()) {
      result.emplace_back(variable);
    }
  }
  return result;
}

std::string base_name_of(const fs::path& original) {
  const std::string name = original.filename().string();
  return name.empty() || name == "." || name == ".." ? "input" : name;
}

/// An executable input stays executable; the owner can always read and write.
mode_t mode_of(const fs::path& original) {
  struct stat status {};
  const bool known = ::stat(original.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return known ? (status.st_mode & 0777) | 0600 : 0644;
}

/// Resolves a link, whose target may not exist as seen from the test's folder.
fs::path resolved_copy(const fs::path& path) {
  std::error_code error;
  fs::path target = fs::canonical(path, error);
  if (!error) return target;
  const std::string problem =
      "cannot copy '" + shown_name(path) + "' for the test: " + error.message();
  if (error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory) {
    throw Error(ErrorKind::kSystem, problem + std::string(system_hint(error.value())));
  }
  throw Error(ErrorKind::kInvalid,
              problem + "\nhint: is the name spelled right, and relative to the current folder?");
}

std::string copy_name(const fs::path& given, const fs::path& target) {
  const std::string name = given.filename().string();
  return name.empty() || name == "." || name == ".." ? target.filename().string() : name;
}

/// Is there no space left for users other than root?
bool is_full(const fs::path& folder) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) return false;
  return disk.f_bavail == 0 || (disk.f_files > 0 && disk.f_favail == 0);
}

}  // namespace

TestSetup::TestSetup(ProcessOracleOptions given)
    : options(std::move(given)),
      conditions(options.conditions),
      environment(inherited_environment()),
      base_name(base_name_of(options.original)),
      scratch_name("tmp"),
      mode(mode_of(options.original)) {
  if (!options.shell_text.empty()) {
    program = {"/bin/sh", false};
    command = {"sh", "-c", options.shell_text};
  } else {
    program = find_program(options.command.empty() ? "" : options.command[0]);
    command = options.command;
    // A program found in PATH is run by its name; one given by path must be runnable from any
    // folder.
    if (command[0].find('/') != std::string::npos) command[0] = program.path.string();
  }
  if (!options.also_interesting.empty()) conditions.run_own_first();
  if (!options.encode.empty()) {
    find_program(options.encode[0]);
    encode_script = conversion_script(options.encode);
  }
  if (!options.launcher.empty()) launcher = find_program(options.launcher[0]);
  for (const fs::path& path : options.copies) {
    fs::path target = resolved_copy(path);
    std::string name = copy_name(path, target);
    if (name != base_name) copies.emplace_back(std::move(target), std::move(name));
  }
  const auto is_scratch = [this](const auto& copy) { return copy.second == scratch_name; };
  while (scratch_name == base_name || std::any_of(copies.begin(), copies.end(), is_scratch)) {
    scratch_name += ".d";
  }
  for (fs::path* folder : {&options.log_folder, &options.also_interesting_folder}) {
    if (!folder->empty()) *folder = fs::absolute(*folder);
  }
  environment.push_back("GRABR_ORIGINAL=" + fs::absolute(options.original).string());
  environment.push_back("GRABR_DIR=" + fs::current_path().string());
  environment.push_back("GRABR_JOBS=" + std::to_string(options.jobs));
}

std::string find_trouble(const TestSetup& setup) {
  for (const Program* program : {&setup.program, &setup.launcher}) {
    if (program->path.empty() || ::access(program->path.c_str(), X_OK) == 0) continue;
    return "the program '" + shown_name(program->path) +
           "' can no longer be run: " + std::generic_category().message(errno);
  }
  for (const auto& [source, name] : setup.copies) {
    std::error_code ignored;
    if (!fs::exists(source, ignored))
      return "'" + shown_name(source) + spelled("' ({copy}) is gone");
  }
  if (is_full(setup.work_folder))
    return "the disk of '" + shown_name(setup.work_folder) + "' is full";
  return {};
}

}  // namespace grabr
