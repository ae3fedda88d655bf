// Every field of the test's configuration is taken apart by name, so that one that is added to it
// does not compile before it has been decided here whether answers depend on it.
#include "oracle/answers/identity.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "oracle/test/program.h"
#include "text/error.h"
#include "text/hash.h"

extern char** environ;

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// A hash of fields, each with its length before it, so that no two lists of fields are alike.
class Fields {
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
  void add_list(std::span<const int> list) {
    add_number(list.size());
    for (const int entry : list) add(std::to_string(entry));
  }
  std::string hex() { return hash_.hex(); }

 private:
  Sha256 hash_;
};

/// The name of a copy beside the candidate: "data" for "../data/", too.
std::string name_of_copy(const fs::path& path) {
  const fs::path plain = path.lexically_normal();
  return (plain.has_filename() ? plain.filename() : plain.parent_path().filename()).string();
}

/// Files and folders that are no part of the test: the input, and what grabr writes.
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

/// What a folder holds, each entry told in one string.
using Entries = std::vector<std::string>;

std::string tell_error(const std::string& name, const std::error_code& error) {
  return name + ": error " + std::to_string(error.value());
}

/// A file, a link, or the entry of a folder or device.
std::string tell_entry(const std::string& name, const fs::path& path) {
  std::error_code ignored;
  const fs::file_type type = fs::symlink_status(path, ignored).type();
  Fields fields;
  fields.add(name);
  fields.add(std::to_string(static_cast<int>(type)));
  fields.add(type == fs::file_type::symlink ? fs::read_symlink(path, ignored).string() : "");
  fields.add(fs::is_regular_file(path, ignored) ? hash_of_test_file(path) : "");
  return fields.hex();
}

/// What a folder holds, by names relative to it, in their order.
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
  Fields fields;
  fields.add_list(entries_below(path, excluded));
  return fields.hex();
}

/// Where the program of a command lies; its name when it cannot be found or run.
std::string program_of(const std::vector<std::string>& command) {
  if (command.empty()) return "";
  try {
    return find_program(command[0]).path.string();
  } catch (const Error&) {
    return command[0];
  }
}

void add_conditions(Fields& fields, const ConditionOptions& conditions) {
  const auto& [exits, signals, output, errors, not_output, not_errors, hang_s, differs,
               same_as_original] = conditions;
  fields.add_list(exits);
  fields.add_list(signals);
  fields.add_list(output);
  fields.add_list(errors);
  fields.add_list(not_output);
  fields.add_list(not_errors);
  fields.add(hang_s ? std::to_string(std::bit_cast<std::uint64_t>(*hang_s)) : "none");
  fields.add_list(differs);
  fields.add(program_of(differs));
  fields.add_number(same_as_original);
}

void add_name(Fields& fields, const fs::path& input) { fields.add(input.filename().string()); }

void add_copies(Fields& fields, const std::vector<fs::path>& copies) {
  fields.add_number(copies.size());
  for (const fs::path& copy : copies) fields.add(name_of_copy(copy));
}

std::string question_of(const ProcessOracleOptions& options) {
  // Without influence on an answer: a timeout is none; kept candidates and logs are for the user to see.
  [[maybe_unused]] const auto& [command, shell_text, original, via, append_path, copies, timeout_s,
                                memory_bytes, randomize_addresses, jobs, repeat, min_hits,
                                conditions, launcher, also_interesting, also_interesting_folder,
                                encoding, log_folder] = options;
  Fields fields;
  fields.add_list(command);
  fields.add(program_of(command));
  fields.add(shell_text);
  add_conditions(fields, conditions);
  add_name(fields, original);
  fields.add_number(static_cast<std::uint64_t>(via));
  fields.add_number(append_path);
  add_copies(fields, copies);
  fields.add_number(memory_bytes);
  fields.add_number(randomize_addresses);
  fields.add_number(repeat);
  fields.add_number(min_hits);
  fields.add_list(launcher);
  if (encoding != Encoding::kAsIs) fields.add(encoding_name(encoding));
  return fields.hex();
}

/// Names of variables, or with a "*" how they begin.
constexpr std::string_view kNotForTests[] = {
    // Made anew for each test, or by grabr itself.
    "TMPDIR", "TEMP", "TMP", "GRABR_*",
    // The shell's own: where it is, how deep, what it ran last, how it talks.
    "_", "PWD", "OLDPWD", "SHLVL", "PS1", "PS2", "PS3", "PS4", "PROMPT*", "HIST*", "STARSHIP_*",
    "P9K_*", "ZLE_*", "FZF_*", "DIRENV_*",
    // The terminal, and what runs in it.
    "TERM*", "COLORTERM", "COLORFGBG", "COLUMNS", "LINES", "LS_COLORS", "LSCOLORS", "LESS*", "PAGER",
    "WINDOWID", "STY", "WINDOW", "TMUX*", "VTE_VERSION", "KONSOLE_*", "ITERM_*", "LC_TERMINAL*",
    "KITTY_*", "ALACRITTY_*", "WEZTERM_*", "WT_*", "GNOME_TERMINAL_*", "ZELLIJ*", "BYOBU_*",
    "MC_*",
    // Editors and their terminals.
    "EDITOR", "VISUAL", "VSCODE_*", "INSIDE_EMACS", "EMACS*", "VIM*", "NVIM*", "MYVIMRC",
    "IDEA_*", "JETBRAINS_*", "GIT_ASKPASS", "GIT_EDITOR",
    // The session: who logged in from where, keys, buses, the desktop.
    "SSH_*", "XDG_*", "DISPLAY", "WAYLAND_*", "XAUTHORITY", "ICEAUTHORITY", "DBUS_*", "GPG_*",
    "SESSION_MANAGER", "DESKTOP_*", "GDMSESSION", "GNOME_*", "KDE_*", "SECURITYSESSIONID",
    "MAIL", "MAILCHECK", "SUDO_*", "KRB5CCNAME", "WSL*",
    // Numbers of jobs, of schedulers, services and builds.
    "SLURM_*", "PBS_*", "LSB_*", "SGE_*", "JOB_ID", "INVOCATION_ID", "JOURNAL_STREAM",
    "SYSTEMD_EXEC_PID", "MANAGERPID", "NOTIFY_SOCKET", "GITHUB_*", "RUNNER_*", "CI_*", "BUILD_*",
    "BUILDKITE_*", "CIRCLE_*", "JENKINS_*", "HUDSON_*", "MAKEFLAGS", "MFLAGS", "MAKELEVEL",
    "PYTEST_CURRENT_TEST"};

IdentityPart variable_part(std::string_view variable) {
  const std::size_t equals = std::min(variable.find('='), variable.size());
  return {'$' + std::string(variable.substr(0, equals)), sha256_hex(variable.substr(equals))};
}

/// In the order of their names.
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
  const TestCommands commands{{options.command, options.conditions.differs, options.launcher},
                              options.shell_text};
  std::vector<IdentityPart> parts = files_of_test(
      commands, [&](const fs::path& path) { return excluded.contains(path); });
  for (const fs::path& copy : options.copies) {
    parts.push_back({copy.string(), tell_copy(copy, excluded)});
  }
  return parts;
}

/// The names of copies are part of the question: where they lie does not matter.
std::string hash_of_parts(std::span<const IdentityPart> parts, std::size_t copies) {
  Fields fields;
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
