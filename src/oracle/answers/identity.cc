// The question is hashed over the saved form of the test's configuration, which cannot omit a
// field: oracle/process/test_fields.h says for each whether answers depend on it.
#include "oracle/answers/identity.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "oracle/condition/condition_kinds.h"
#include "oracle/process/process_oracle_options.h"
#include "oracle/process/test_json.h"
#include "oracle/test/program.h"
#include "text/error.h"
#include "text/hash.h"

extern char** environ;

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// Hashes a list of fields, each preceded by its length so that different lists never hash alike.
class HashedFields {
 public:
  void add(std::string_view bytes) {
    hash_.add(std::to_string(bytes.size()) + ':');
    hash_.add(bytes);
  }
  void add_number(std::uint64_t number) { add(std::to_string(number)); }
  void add_list(std::span<const std::string> list) {
    add_number(list.size());
    for (const std::string& entry : list) add(entry);
  }
  std::string hex() { return hash_.hex(); }

 private:
  Sha256 hash_;
};

/// Path of a command's program, or its name if it cannot be found or run.
std::string place_of_program(const std::vector<std::string>& command) {
  if (command.empty()) return "";
  try {
    return find_program(command[0]).path.string();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kSystem) throw;
    return command[0];
  }
}

/// Files and folders that are not part of the test: the input, and files that grabr writes.
class Excluded {
 public:
  Excluded(const fs::path& original, std::span<const fs::path> own)
      : paths_(own.begin(), own.end()) {
    paths_.push_back(original);
  }
  bool contains(const fs::path& path) const {
    return std::any_of(paths_.begin(), paths_.end(), [&](const fs::path& own) {
      std::error_code ignored;
      return fs::equivalent(path, own, ignored);
    });
  }

 private:
  std::vector<fs::path> paths_;
};

/// A folder's contents, one string per entry.
using Entries = std::vector<std::string>;

std::string tell_error(const std::string& name, const std::error_code& error) {
  return name + ": error " + std::to_string(error.value());
}

/// The line that describes a file, a link, or the entry of a folder or device.
std::string tell_entry(const std::string& name, const fs::path& path) {
  std::error_code ignored;
  const fs::file_type type = fs::symlink_status(path, ignored).type();
  HashedFields fields;
  fields.add(name);
  fields.add(std::to_string(static_cast<int>(type)));
  fields.add(type == fs::file_type::symlink ? fs::read_symlink(path, ignored).string() : "");
  fields.add(fs::is_regular_file(path, ignored) ? hash_of_test_file(path) : "");
  return fields.hex();
}

/// The contents of a folder, by relative name, sorted.
Entries entries_below(const fs::path& folder, const Excluded& excluded) {
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  std::vector<fs::path> names;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, kOptions, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (excluded.contains(at->path())) {
      at.disable_recursion_pending();
    } else {
      names.push_back(at->path().lexically_relative(folder));
    }
  }
  std::sort(names.begin(), names.end());
  Entries entries;
  for (const fs::path& name : names) entries.push_back(tell_entry(name.string(), folder / name));
  if (error) entries.push_back(tell_error("", error));
  return entries;
}

std::string tell_copy(const fs::path& path, const Excluded& excluded) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return tell_error(name_of_copy(path), error);
  if (excluded.contains(path)) return "";
  if (!fs::is_directory(status)) return tell_entry(name_of_copy(path), path);
  HashedFields fields;
  fields.add_list(entries_below(path, excluded));
  return fields.hex();
}

/// Part of the key: answers to questions in an older form are never reused.
constexpr int kQuestionForm = 2;

std::string question_of(const ProcessOracleOptions& options) {
  std::vector<std::string> programs = {place_of_program(options.command)};
  for (const auto& command : other_commands(options.conditions)) {
    programs.push_back(place_of_program(command));
  }
  for (const auto* command : {&options.encode, &options.minimize}) {
    if (!command->empty()) programs.push_back(place_of_program(*command));
  }
  const nlohmann::ordered_json question = {{"form", kQuestionForm},
                                           {"test", answering_test_json(options)},
                                           {"programs", words_json(programs)}};
  return sha256_hex(question.dump());
}

/// Variable names; with a "*", prefixes.
constexpr std::string_view kNotForTests[] = {
    // Set for each test, or by grabr itself.
    "TMPDIR", "TEMP", "TMP", "GRABR_*",
    // The shell's own state.
    "_", "PWD", "OLDPWD", "SHLVL", "PS1", "PS2", "PS3", "PS4", "PROMPT*", "HIST*", "STARSHIP_*",
    "P9K_*", "ZLE_*", "FZF_*", "DIRENV_*",
    // The terminal, and programs in it.
    "TERM*", "COLORTERM", "COLORFGBG", "COLUMNS", "LINES", "LS_COLORS", "LSCOLORS", "LESS*",
    "PAGER", "WINDOWID", "STY", "WINDOW", "TMUX*", "VTE_VERSION", "KONSOLE_*", "ITERM_*",
    "LC_TERMINAL*", "KITTY_*", "ALACRITTY_*", "WEZTERM_*", "WT_*", "GNOME_TERMINAL_*", "ZELLIJ*",
    "BYOBU_*", "MC_*",
    // Editors and their terminals.
    "EDITOR", "VISUAL", "VSCODE_*", "INSIDE_EMACS", "EMACS*", "VIM*", "NVIM*", "MYVIMRC", "IDEA_*",
    "JETBRAINS_*", "GIT_ASKPASS", "GIT_EDITOR",
    // The login session: origin, keys, buses, the desktop.
    "SSH_*", "XDG_*", "DISPLAY", "WAYLAND_*", "XAUTHORITY", "ICEAUTHORITY", "DBUS_*", "GPG_*",
    "SESSION_MANAGER", "DESKTOP_*", "GDMSESSION", "GNOME_*", "KDE_*", "SECURITYSESSIONID", "MAIL",
    "MAILCHECK", "SUDO_*", "KRB5CCNAME", "WSL*",
    // Job numbers of schedulers, services and builds.
    "SLURM_*", "PBS_*", "LSB_*", "SGE_*", "JOB_ID", "INVOCATION_ID", "JOURNAL_STREAM",
    "SYSTEMD_EXEC_PID", "MANAGERPID", "NOTIFY_SOCKET", "GITHUB_*", "RUNNER_*", "CI_*", "BUILD_*",
    "BUILDKITE_*", "CIRCLE_*", "JENKINS_*", "HUDSON_*", "MAKEFLAGS", "MFLAGS", "MAKELEVEL",
    "PYTEST_CURRENT_TEST"};

IdentityPart variable_part(std::string_view variable) {
  const std::size_t equals = std::min(variable.find('='), variable.size());
  return {'$' + std::string(variable.substr(0, equals)), sha256_hex(variable.substr(equals))};
}

/// Sorted by name.
std::vector<IdentityPart> parts_of_environment() {
  std::vector<IdentityPart> parts;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    if (counts_for_tests(variable.substr(0, variable.find('=')))) {
      parts.push_back(variable_part(variable));
    }
  }
  std::sort(parts.begin(), parts.end(),
            [](const IdentityPart& a, const IdentityPart& b) { return a.name < b.name; });
  return parts;
}

std::vector<IdentityPart> parts_of_files(const ProcessOracleOptions& options,
                                         const Excluded& excluded) {
  TestCommands commands{{options.command}, options.shell_text};
  for (const auto& command : other_commands(options.conditions)) {
    commands.commands.push_back(command);
  }
  commands.commands.push_back(options.launcher);
  for (const auto* command : {&options.encode, &options.minimize}) {
    if (!command->empty()) commands.commands.push_back(*command);
  }
  std::vector<IdentityPart> parts =
      files_of_test(commands, [&](const fs::path& path) { return excluded.contains(path); });
  for (const fs::path& copy : options.copies) {
    parts.push_back({copy.string(), tell_copy(copy, excluded)});
  }
  return parts;
}

/// Names of copies are part of the question; their folders do not matter.
std::string hash_of_parts(std::span<const IdentityPart> parts, std::size_t copies) {
  HashedFields fields;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    fields.add(i + copies < parts.size() ? parts[i].name : "");
    fields.add(parts[i].hash);
  }
  return fields.hex();
}

}  // namespace

bool counts_for_tests(std::string_view variable) {
  return std::none_of(std::begin(kNotForTests), std::end(kNotForTests), [&](std::string_view name) {
    if (!name.ends_with('*')) return variable == name;
    return variable.starts_with(name.substr(0, name.size() - 1));
  });
}

std::vector<std::string> changed_parts(std::span<const IdentityPart> before,
                                       std::span<const IdentityPart> now) {
  std::map<std::string_view, std::string_view> known;
  for (const IdentityPart& part : before) known[part.name] = part.hash;
  std::vector<std::string> changed, other;
  for (const IdentityPart& part : now) {
    const auto found = known.find(part.name);
    if (found == known.end()) other.push_back(part.name);
    else if (found->second != part.hash) changed.push_back(part.name);
    if (found != known.end()) known.erase(found);
  }
  for (const auto& [name, hash] : known) other.emplace_back(name);
  return changed.empty() ? other : changed;
}

OracleIdentity identity_of(const ProcessOracleOptions& options, std::span<const fs::path> own) {
  const Excluded excluded(options.original, own);
  OracleIdentity identity;
  identity.question = question_of(options);
  identity.parts = parts_of_files(options, excluded);
  identity.files = hash_of_parts(identity.parts, options.copies.size());
  std::erase_if(identity.parts, [](const IdentityPart& part) { return part.hash.empty(); });
  const std::vector<IdentityPart> variables = parts_of_environment();
  identity.contents = sha256_hex(identity.files + hash_of_parts(variables, 0));
  identity.parts.insert(identity.parts.end(), variables.begin(), variables.end());
  return identity;
}

}  // namespace grabr
