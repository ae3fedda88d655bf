// Uses three shells per test, each for a reason:
//   script   waits for the test. In the foreground, because a shell makes background processes
//            ignore SIGINT and SIGQUIT. The next shell prints the numbers of the test's group and
//            of
//            the guard for it before it becomes the test.
//   test     a session of its own, so that `kill 0` in the test, or killing its group, does not
//            affect the others; starts the guard, then becomes the command.
//   guard    a session of its own; checks that the folders exist and the script is alive.
// The guard kills the script before the test: a test that was cancelled has no status.
#include "oracle/process/launcher.h"

#include <dirent.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "oracle/process/work_folder.h"
#include "oracle/test/write_file.h"
#include "text/escape.h"
#include "text/file.h"
#include "text/hash.h"
#include "text/shell_word.h"

namespace grabr {
namespace {

constexpr int kLookEveryMs = 20;

// $1: the test's process group, in the form kill takes; $2: its mark. Several rounds, because a
// process may start another before it is killed.
constexpr const char* kEndTest = R"(end_test() {
  kill -s KILL -- "$1"
  [ -r /proc/self/environ ] || return 0
  for round in 1 2 3 4 5; do
    left=$(grep -lsF -e "GRABR_LAUNCHED=$2" /proc/[0-9]*/environ)
    [ -n "$left" ] || return 0
    for process in $left; do
      process=${process#/proc/}
      kill -s KILL "${process%/environ}"
    done
  done
}
)";

// $1, $2 as above; $3: the script; $4, $5: the folders. They may be removed, so the guard changes
// to another folder. It sleeps first, so that a test that removes its own folder and ends soon
// keeps its status.
constexpr const char* kGuard = R"(cd /
while sleep 0.5 || sleep 1; kill -s 0 "$3"; do
  if ! [ -d "$4" ] || ! [ -d "$5" ]; then
    kill -s KILL "$3"
    break
  fi
done
end_test "$1" "$2"
)";

// $1: "setsid" or nothing; $2: the guard's text; $3: the mark; $4: the script; $5, $6: the folders;
// then the command. The command's output is descriptor 3; through 1 the script reads the test's
// group and the guard's number. Exports and limits come between the two parts, so that they apply
// only to the test. Programs are looked up before the test's PATH is set.
constexpr const char* kStartGuard = R"(setarch=$(command -v setarch)
test=${1:+-}$$
guard=$($1 /bin/sh -c "$2" grabr-guard "$test" "$3" "$4" "$5" "$6" \
  </dev/null >/dev/null 2>&1 3>&- & echo $!)
echo "$test $guard"
)";
constexpr const char* kBecomeCommand = R"(GRABR_LAUNCHED=$3; export GRABR_LAUNCHED
shift 6
)";
constexpr const char* kExec = R"("$@" >&3 3>&-
)";

std::string parent_folder(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// Contains no special characters. With the script's number and a full stop added, it is unique per
/// test, and no other mark begins with it.
std::string mark(const std::string& status_path) {
  const Hash128 hash = hash128(status_path);
  return std::to_string(hash.high) + '-' + std::to_string(hash.low);
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  });
}

bool is_carried_over(std::string_view name) {
  if (name.starts_with("GRABR_")) return is_name(name);
  return name == "PATH" || name == "TMPDIR" || name == "TEMP" || name == "TMP";
}

std::string memory_limit(const Command& command) {
  return "ulimit -v " + std::to_string(command.memory_bytes / 1024);
}

std::string exports(const Command& command) {
  std::string result;
  for (const std::string& variable : command.environment) {
    const std::size_t equals = variable.find('=');
    if (equals == std::string::npos) continue;
    const std::string name = variable.substr(0, equals);
    if (!is_carried_over(name)) continue;
    result += name + '=' + shell_quoted(variable.substr(equals + 1)) + "; export " + name + '\n';
  }
  return result;
}

/// Shell equivalents of the system calls for --memory and --no-aslr. Core files are always
/// disabled.
std::string limits(const Command& command) {
  std::string result = "ulimit -c 0\n";
  if (command.memory_bytes > 0) result += memory_limit(command) + '\n';
  result += "exec ";
  if (!command.randomize_addresses) result += "\"$setarch\" \"$(uname -m)\" -R ";
  return result;
}

std::string command_words(const Command& command) {
  const std::string program = command.program.path.string();
  std::string result =
      command.program.shell_text ? "/bin/sh " + shell_quoted(program) : shell_quoted(program);
  for (std::size_t i = 1; i < command.arguments.size(); ++i) {
    result += ' ' + shell_quoted(command.arguments[i]);
  }
  return result;
}

/// If the command, its folder, its input or its limits are missing on that machine, no status is
/// written.
std::string check(const std::string& condition, const std::string& path) {
  return "[ " + condition + ' ' + shell_quoted(path) + " ] || { echo " +
         shell_quoted("grabr: not here: " + path) + " >&2; exit 1; }\n";
}

std::string checks(const Command& command, const std::string& input) {
  const char* const needed = command.program.shell_text ? "-r" : "-x";
  std::string result = check(needed, command.program.path.string()) + check("-r", input) + "cd " +
                       shell_quoted(command.folder.string()) + " || exit 1\n";
  if (command.memory_bytes > 0) result += '(' + memory_limit(command) + ") || exit 1\n";
  if (!command.randomize_addresses) result += "setarch \"$(uname -m)\" -R true || exit 1\n";
  return result;
}

std::optional<int> parse_status(std::string_view text) {
  int status = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), status);
  const bool whole = error == std::errc() && end + 1 == text.data() + text.size() && *end == '\n';
  if (!whole || status < 0 || status > 255) return std::nullopt;
  return status;
}

std::optional<int> read_status(const std::string& path) {
  return parse_status(read_if_there(path));
}

/// Modification time of the file, in seconds since 1970.
std::optional<double> time_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  const timespec& changed = status.st_mtim;
  return static_cast<double>(changed.tv_sec) + 1e-9 * static_cast<double>(changed.tv_nsec);
}

std::string begun_path(const std::string& status_path) { return status_path + ".begun"; }

/// Opening a folder makes NFS drop its cache of names that did not exist.
void look_anew(const std::string& folder) {
  if (DIR* const listing = ::opendir(folder.c_str())) ::closedir(listing);
}

}  // namespace

std::string launcher_script(const Command& command, const std::string& stdin_path,
                            const std::string& status_path) {
  const std::string input = stdin_path.empty() ? "/dev/null" : stdin_path;
  const std::string status = shell_quoted(status_path);
  const std::string written = shell_quoted(status_path + ".new");
  std::string text = "#!/bin/sh\n# Runs one test of grabr and leaves its exit status in a file.\n";
  text += checks(command, input) + ": >" + shell_quoted(begun_path(status_path)) + " || exit 1\n";
  text += std::string(kEndTest) + "mark=" + mark(status_path) + R"(-$$.
session=setsid
command -v setsid >/dev/null || session=
exec 3>&1 4>&2 2>/dev/null
started=$($session /bin/sh -c )";
  text += shell_quoted(kStartGuard + exports(command) + kBecomeCommand + limits(command) + kExec);
  text += " \\\n  grabr-test \"$session\" ";
  text += shell_quoted(std::string(kEndTest) + kGuard) + " \\\n  \"$mark\" \"$$\" ";
  text += shell_quoted(command.folder.string()) + ' ' + shell_quoted(parent_folder(status_path)) +
          " \\\n  ";
  text += command_words(command) + " \\\n  <" + shell_quoted(input) + R"( 2>&4 4>&-)
status=$?
set -- $started
[ $# -eq 2 ] || exit 1
kill -s KILL "$2"
kill -s KILL -- "-$2"
end_test "$1" "$mark"
)";
  text += "printf '%s\\n' \"$status\" >" + written + " && mv -f " + written + ' ' + status + '\n';
  return text;
}

std::optional<int> read_launched_status(const std::string& status_path, double patience_s) {
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(patience_s);
  for (;;) {
    if (const std::optional<int> status = read_status(status_path)) return status;
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
    ::poll(nullptr, 0, kLookEveryMs);
    look_anew(parent_folder(status_path));
  }
}

std::optional<double> launched_seconds(const std::string& status_path) {
  look_anew(parent_folder(status_path));
  const std::optional<double> begin = time_of(begun_path(status_path));
  if (!begin) return std::nullopt;
  std::optional<double> end = time_of(status_path);
  if (!end) {
    const std::string now = status_path + ".now";
    std::ofstream(now, std::ios::trunc) << '\n';
    end = time_of(now);
  }
  return end ? std::max(*end - *begin, 0.0) : 0.0;
}

bool survives_a_shell(const std::string& path) {
  constexpr std::string_view kPlain = "/._-+,:@%";
  return !path.empty() && path.front() != '-' && std::all_of(path.begin(), path.end(), [&](char c) {
    return is_name({&c, 1}) || kPlain.find(c) != std::string_view::npos;
  });
}

namespace {

namespace fs = std::filesystem;

constexpr double kMaxWait_s = 3600;

/// The launcher keeps its temporary files out of the test's folder. It also lacks GRABR_FILE, by
/// which leftover test processes are found and killed, because it may have to clean up.
std::vector<std::string> launcher_environment(const Command& test) {
  std::vector<std::string> result;
  for (const std::string& variable : test.environment) {
    const std::string_view name = std::string_view(variable).substr(0, variable.find('='));
    if (name != "TMPDIR" && name != "TEMP" && name != "TMP" && name != "GRABR_FILE") {
      result.push_back(variable);
    }
  }
  for (const char* name : {"TMPDIR", "TEMP", "TMP"}) {
    if (const char* value = std::getenv(name)) result.push_back(std::string(name) + '=' + value);
  }
  return result;
}

std::string end_of_launcher(const ProcessEnd& end) {
  if (end.signal != 0) return "it was killed by signal " + std::to_string(end.signal);
  return "its exit status is " + std::to_string(end.exit_code);
}

}  // namespace

Launch::Launch(const TestSetup& setup, const Command& test, const fs::path& input, fs::path control)
    : setup_(setup), control_(std::move(control)) {
  remove_tree(control_);
  const fs::path script = control_ / "script";
  int error = ::mkdir(control_.c_str(), 0777) == 0 ? 0 : errno;
  if (error == 0) {
    error = write_file(script, launcher_script(test, input.string(), status_path().string()), 0644);
  }
  if (error != 0) {
    throw std::system_error(error, std::generic_category(),
                            "cannot write '" + shown_name(script) + "'");
  }
  command_ = test;
  command_.program = setup.launcher;
  command_.arguments = setup.options.launcher;
  command_.arguments.push_back("/bin/sh");
  command_.arguments.push_back(script.string());
  command_.environment = launcher_environment(test);
  command_.memory_bytes = 0;
  command_.randomize_addresses = true;
}

Launch::~Launch() { remove_tree(control_); }

/// Extends the limit by the time the launcher took before the test began.
double Launch::more_s(double limit_s) const {
  if (const auto seconds = launched_seconds(status_path().string())) return limit_s - *seconds;
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - made_;
  return std::min(limit_s, kMaxWait_s - waited.count());
}

RunLimits Launch::limits(double seconds) const {
  RunLimits limits{.seconds = seconds, .gently = true};
  if (seconds > 0) limits.more_s = [this, seconds] { return more_s(seconds); };
  return limits;
}

void Launch::read_end(ProcessEnd& end) const {
  if (end.interrupted || !end.failure.empty()) return;
  if (const auto seconds = launched_seconds(status_path().string())) {
    end.seconds = *seconds;
  } else if (end.timed_out) {
    end.timed_out = false;
    end.failure =
        "the launcher '" + setup_.options.launcher[0] + "' did not begin the test in an hour";
  }
  if (end.timed_out || !end.failure.empty()) return;
  const std::optional<int> status = read_launched_status(status_path().string());
  if (!status) {
    end.failure = "the launcher '" + setup_.options.launcher[0] +
                  "' did not run the test: " + end_of_launcher(end);
    return;
  }
  end.exit_code = *status;
  end.signal = 0;
}

}  // namespace grabr
