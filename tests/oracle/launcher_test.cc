#include "oracle/process/launcher.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>

#include "oracle/processes.h"
#include "support/shell_oracle.h"
#include "temporary_folder.h"
#include "text/error.h"
#include "text/file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

Program program(const fs::path& path) {
  Program result;
  result.path = path;
  return result;
}

/// A test's folder, a folder for its status, and what a launcher does with the script.
struct LaunchPlace {
  TemporaryFolder folder;
  std::string status = (make("status") / "1").string();
  fs::path script = folder.path() / "script";
  fs::path output = folder.path() / "output";
  Command command;

  explicit LaunchPlace(const std::string& text) {
    command.program = program("/bin/sh");
    command.arguments = {"sh", "-c", text};
    command.environment = {"PATH=/usr/bin:/bin", "OUT=nowhere"};
    command.folder = make("test");
  }

  fs::path make(const std::string& name) const {
    fs::create_directory(folder.path() / name);
    return folder.path() / name;
  }
  std::string out() const { return fs::exists(output) ? read_file(output) : ""; }
  std::optional<int> read(double patience_s = 0) const {
    return read_launched_status(status, patience_s);
  }

  /// Starts `launcher... /bin/sh script`; the test does not get the launcher's environment.
  pid_t start(Words launcher, const std::string& input = "") {
    folder.write("script", launcher_script(command, input, status));
    launcher.insert(launcher.end(), {"/bin/sh", script.string()});
    Command launch;
    launch.program = program(launcher[0]);
    launch.arguments = launcher;
    launch.environment = {"PATH=/usr/bin:/bin"};
    launch.folder = "/";
    std::ofstream{output};
    const int out = ::open(output.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    const int in = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const Spawned spawned = spawn(launch, {in, out, out});
    ::close(in);
    ::close(out);
    REQUIRE(spawned.failure == "");
    return spawned.process;
  }

  /// Runs it to its end; returns the launcher's exit status, or -1.
  int run(const Words& launcher = {"/usr/bin/env"}, const std::string& input = "") {
    return finish(start(launcher, input));
  }
  static int finish(pid_t process) {
    int status = 0;
    REQUIRE(::waitpid(process, &status, 0) == process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

/// The number of processes with this place in their command line: script, test and guard.
int processes_of(const LaunchPlace& place) {
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::ostringstream line;
    line << file.rdbuf();  // does not throw if the file has disappeared
    if (line.str().find(place.folder.path().string()) != std::string::npos) ++count;
  }
  return count;
}

std::vector<pid_t> numbers(const std::string& text) {
  std::istringstream in(text);
  std::vector<pid_t> result;
  for (pid_t number; in >> number;) result.push_back(number);
  return result;
}

bool none_running(const std::vector<pid_t>& processes) {
  for (const pid_t process : processes) {
    if (is_running(process)) return false;
  }
  return true;
}

void check_status(const std::string& text, int status) {
  CAPTURE(text);
  LaunchPlace place(text);
  CHECK(place.run() == 0);
  CHECK(place.read() == status);
  CHECK(becomes_true([&] { return processes_of(place) == 0; }));
  CHECK_FALSE(fs::exists(place.status + ".new"));
}

TEST_CASE("the exit status comes back in the file, not from the launcher") {
  check_status("exit 0", 0);
  check_status("exit 1", 1);
  check_status("exit 125", 125);
  check_status("exit 255", 255);
  check_status("kill -s SEGV $$", 128 + SIGSEGV);
  check_status("kill -s KILL $$", 128 + SIGKILL);
  check_status("rm -rf \"$PWD\"; exit 3", 3);
}

TEST_CASE("signals are the test's own affair") {
  check_status("kill -s INT $$; exit 0", 128 + SIGINT);  // not ignored, though it is in background
                                                         // processes
  check_status("kill -s QUIT $$; exit 0", 128 + SIGQUIT);
  check_status("kill 0; sleep 10", 128 + SIGTERM);
  check_status("trap 'exit 9' TERM; kill 0; exit 0", 9);
}

TEST_CASE("launchers of several kinds") {
  const auto status = [](const Words& launcher) {
    LaunchPlace place("pwd; echo \"$GRABR_X\"; exit 5");
    place.command.environment.push_back("GRABR_X=a value");
    place.run(launcher);
    CHECK(place.out() == place.command.folder.string() + "\na value\n");
    return place.read();
  };
  CHECK(status({"/usr/bin/env"}) == 5);
  CHECK(status({"/usr/bin/env", "-i"}) == 5);
  CHECK(status({"/bin/sh", "-c", "\"$@\"", "launcher"}) == 5);
  CHECK(status({"/bin/sh", "-c", "\"$@\"; exit 255", "launcher"}) == 5);
  CHECK(status({"/bin/sh", "-c", "eval \"$*\"", "launcher"}) == 5);  // like ssh
  CHECK(status({"/bin/sh", "-c", "cd /tmp; umask 077; \"$@\" | cat", "launcher"}) == 5);
}

TEST_CASE("a launcher that fails leaves no status") {
  LaunchPlace place("exit 0");
  CHECK(place.run({"/bin/sh", "-c", "exit 0", "launcher"}) == 0);
  CHECK(place.read(0.05) == std::nullopt);
  CHECK(place.run({"/bin/sh", "-c", "exit 255", "launcher"}) == 255);
  CHECK(place.read(0.05) == std::nullopt);
}

TEST_CASE("what is missing on the other machine is not an answer of the test") {
  LaunchPlace no_program("exit 0");
  no_program.command.program = program("/nonexistent/program");
  CHECK(no_program.run() == 1);
  CHECK(no_program.read() == std::nullopt);
  CHECK(no_program.out() == "grabr: not here: /nonexistent/program\n");
  LaunchPlace no_input("exit 0");
  CHECK(no_input.run({"/usr/bin/env"}, "/nonexistent/input") == 1);
  CHECK(no_input.read() == std::nullopt);
  LaunchPlace no_folder("exit 0");
  no_folder.command.folder = "/nonexistent/folder";
  CHECK(no_folder.run() == 1);
  CHECK(no_folder.read() == std::nullopt);
}

TEST_CASE("a launcher that ends too early leaves a test that can still be cancelled") {
  LaunchPlace place("echo $$; exec sleep 60");
  CHECK(place.run({"/bin/sh", "-c", "\"$@\" & exit 0", "launcher"}) == 0);
  CHECK(place.read(0.05) == std::nullopt);
  REQUIRE(becomes_true([&] { return !numbers(place.out()).empty(); }));
  fs::remove_all(place.command.folder);
  CHECK(
      becomes_true([&] { return none_running(numbers(place.out())) && processes_of(place) == 0; }));
  CHECK(place.read() == std::nullopt);
}

TEST_CASE("quoting: every byte gets through") {
  std::string all;
  for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
  for (const std::string& word :
       Words{"", " ", "a  b", "it's", "''", "$HOME `id` $(id) \"\\", "two\nlines\n", "-n", all}) {
    LaunchPlace place("printf '%s|' \"$@\" \"$GRABR_X\" \"$TMPDIR\"; pwd");
    place.command.folder = place.make("it's a\n$HOME\\ \"*\" folder");
    place.command.arguments.insert(place.command.arguments.end(), {"sh", word, "last"});
    place.command.environment.insert(place.command.environment.end(),
                                     {"GRABR_X=" + word, "TMPDIR=" + word, "GRABR-Y=" + word});
    place.status = (place.make("it's the\n$status") / "the 'status'").string();
    CHECK(place.run() == 0);
    CHECK(place.read() == 0);
    CHECK(place.out() ==
          word + "|last|" + word + '|' + word + '|' + place.command.folder.string() + '\n');
  }
}

TEST_CASE("the environment: ours and PATH, nothing else") {
  LaunchPlace place("env | sort");
  place.command.environment = {"PATH=/bin", "HOME=/h",      "TMPDIR=/t",     "TEMP=/t",
                               "TMP=/t",    "GRABR_FILE=f", "LD_PRELOAD=no", "no equals sign"};
  place.command.arguments = {"sh", "-c", "/usr/bin/env"};
  place.run({"/usr/bin/env", "-i"});
  std::istringstream in(place.out());
  Words names;
  for (std::string line; std::getline(in, line);) names.push_back(line.substr(0, line.find('=')));
  std::sort(names.begin(), names.end());
  for (const char* const shells_own : {"PWD", "OLDPWD", "_"}) std::erase(names, shells_own);
  CAPTURE(place.out());
  CHECK(names == Words{"GRABR_FILE", "GRABR_LAUNCHED", "PATH", "TEMP", "TMP", "TMPDIR"});
}

TEST_CASE("standard input, both outputs, and nothing added to them") {
  LaunchPlace place("cat; echo error >&2; kill -s SEGV $$");
  const fs::path input = place.folder.write("the input", "one\ntwo");
  CHECK(place.run({"/usr/bin/env"}, input.string()) == 0);
  CHECK(place.out() == "one\ntwoerror\n");
  CHECK(place.read() == 128 + SIGSEGV);
}

TEST_CASE("a script without a shebang line is run by the shell") {
  LaunchPlace place("");
  place.command.program.path = place.folder.write("text", "echo \"$1\"; exit 4\n");
  place.command.program.shell_text = true;
  place.command.arguments = {"text", "an argument"};
  CHECK(place.run() == 0);
  CHECK(place.out() == "an argument\n");
  CHECK(place.read() == 4);
}

TEST_CASE("what a test leaves running is gone when its status is there") {
  LaunchPlace place("sleep 60 & echo $!; setsid sleep 60 & echo $!; exit 0");
  CHECK(place.run() == 0);
  CHECK(place.read() == 0);
  CHECK(numbers(place.out()).size() == 2);
  CHECK(becomes_true([&] { return none_running(numbers(place.out())); }));
}

/// Starts a test that ignores all signals it can, ends it in some way, and checks that no process
/// is left.
void check_cancelled(const std::function<void(LaunchPlace&, pid_t)>& cancel) {
  LaunchPlace place(
      "trap '' TERM HUP INT; sleep 60 & echo $!; setsid sleep 60 & echo $!; echo $$; wait");
  const pid_t process = place.start({"/usr/bin/env"});
  REQUIRE(becomes_true([&] { return numbers(place.out()).size() == 3; }));
  cancel(place, process);
  CHECK(LaunchPlace::finish(process) == -1);
  CHECK(
      becomes_true([&] { return none_running(numbers(place.out())) && processes_of(place) == 0; }));
  CHECK(place.read() == std::nullopt);
}

TEST_CASE("cancelled: folder removed, status folder removed, script killed") {
  check_cancelled([](LaunchPlace& place, pid_t) { fs::remove_all(place.command.folder); });
  check_cancelled(
      [](LaunchPlace& place, pid_t) { fs::remove_all(place.folder.path() / "status"); });
  for (const int number : {SIGTERM, SIGHUP, SIGKILL}) {
    CAPTURE(number);
    check_cancelled([&](LaunchPlace&, pid_t process) { ::kill(-process, number); });
  }
}

TEST_CASE("one status file for test after test: a guard does not touch its successor") {
  LaunchPlace place("sleep 0.05; exit 6");
  for (int i = 0; i < 20; ++i) {
    fs::remove(place.status);
    CHECK(place.run() == 0);
    CHECK(place.read() == 6);
  }
  CHECK(becomes_true([&] { return processes_of(place) == 0; }));
}

TEST_CASE("a status file: whole, or late, or none") {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& text) {
    return read_launched_status(folder.write("status", text).string(), 0);
  };
  CHECK(read("0\n") == 0);
  CHECK(read("255\n") == 255);
  for (const char* text : {"", "\n", "1", "-1\n", "256\n", "1 \n", "1\n1\n", "x\n"}) {
    CAPTURE(text);
    CHECK(read(text) == std::nullopt);
  }
  const std::string late = (folder.path() / "late").string();
  const pid_t writer = ::fork();
  if (writer == 0) {
    ::poll(nullptr, 0, 100);
    std::ofstream(late + ".new") << "7\n";
    fs::rename(late + ".new", late);
    ::_exit(0);
  }
  CHECK(read_launched_status(late, 30) == 7);
  ::waitpid(writer, nullptr, 0);
}

TEST_CASE("paths that ssh's further shell leaves alone") {
  CHECK(survives_a_shell("/tmp/grabr-aB3/script_1.sh"));
  for (const char* path : {"", "-x", "/a b", "/a$b", "/a'b", "/a\nb", "/a*", "/~a", "/a;b"}) {
    CAPTURE(path);
    CHECK_FALSE(survives_a_shell(path));
  }
}

}  // namespace

// What a launched test can rely on, and its launcher: time, limits, a gentle end.

namespace {

/// Polls for at most ten seconds until it is true.
bool comes_true(const std::function<bool()>& condition) {
  for (int look = 0; look < 500; ++look) {
    if (condition()) return true;
    ::poll(nullptr, 0, 20);
  }
  return condition();
}

ProcessOracleOptions launched_by(const fs::path& launcher, double timeout_s = 20) {
  return {.timeout_s = timeout_s, .launcher = {launcher.string()}};
}

/// Runs a test with this time limit after a longer wait in the queue.
TestResult run_queued(double timeout_s) {
  const TemporaryFolder folder;
  const std::string queue =
      "#!/bin/sh\nsleep " + std::to_string(1.5 * timeout_s) + "\nexec \"$@\"\n";
  return ShellOracle("exit 3", launched_by(folder.program("queue", queue), timeout_s)).run();
}

TEST_CASE("a wait before the test begins is not the test's time") {
  double timeout_s = 0.4;
  TestResult result = run_queued(timeout_s);
  for (int more = 0; more < 4 && result.timed_out;
       ++more) {  // a busy machine uses some of the time
    result = run_queued(timeout_s *= 3);
  }
  CHECK(result.exit_code == 3);
  CHECK_FALSE(result.timed_out);
  CHECK(result.seconds < 1.5 * timeout_s);
}

TEST_CASE("a launched test has its time limit") {
  ShellOracle oracle("sleep 60", launched_by("/usr/bin/env", 0.5));
  const TestResult result = oracle.run();
  CHECK(result.timed_out);
  CHECK(result.infrastructure == "");
  CHECK(result.seconds >= 0.5);
  CHECK(result.seconds < 30);
  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("limits hold where the test runs, and not for its launcher") {
  const TemporaryFolder folder;
  const fs::path seen = folder.path() / "seen";
  ProcessOracleOptions options = launched_by(
      folder.program("launch", "#!/bin/sh\nulimit -v >'" + seen.string() + "'\nexec \"$@\"\n"));
  options.memory_bytes = std::uint64_t{1} << 30;
  ShellOracle oracle("{ ulimit -v; ulimit -c; } >\"$OUT\"", options);
  CHECK(oracle.run().outcome == Outcome::kFail);
  CHECK(oracle.out() == "1048576\n0\n");
  CHECK(read_file(seen) != "1048576\n");
}

/// Whether a launcher started by another one can clean up when the test is cancelled.
bool tidies_up() {
  const TemporaryFolder folder;
  const fs::path tidied = folder.path() / "tidied";
  const fs::path begun = folder.path() / "begun";
  const fs::path inner =
      folder.program("inner", "#!/bin/sh\ntrap 'sleep 0.1; echo >\"" + tidied.string() +
                                  "\"; exit 1' TERM\n\"$@\" &\nwait\n");
  const fs::path outer =
      folder.program("outer", "#!/bin/sh\n'" + inner.string() + "' \"$@\"\nexit 1\n");
  ShellOracle oracle("echo >\"" + begun.string() + "\"; sleep 60", launched_by(outer));
  const Ticket ticket = oracle.oracle().start("text");
  CHECK(comes_true([&] { return fs::exists(begun); }));
  oracle.oracle().cancel(ticket);
  return comes_true([&] { return fs::exists(tidied); });
}

TEST_CASE("a launcher whose test is cancelled may tidy up, all of its group") {
  bool tidied = tidies_up();  // within a second, which is short on a busy machine
  for (int more = 0; more < 4 && !tidied; ++more) tidied = tidies_up();
  CHECK(tidied);
}

TEST_CASE("a work folder whose name a shell would take apart is refused") {
  const TemporaryFolder folder;
  const fs::path spaced = folder.path() / "with space";
  fs::create_directory(spaced);
  const char* given = std::getenv("TMPDIR");
  const std::string before = given != nullptr ? given : "";
  ::setenv("TMPDIR", spaced.c_str(), 1);
  const ProcessOracleOptions plain{.command = {"true"}, .original = "f"};
  ProcessOracleOptions launched = plain;
  launched.launcher = {"/usr/bin/env"};
  CHECK_NOTHROW(ProcessOracle{plain});
  CHECK_THROWS_WITH_AS(ProcessOracle{launched}, doctest::Contains("hint: set TMPDIR"), Error);
  CHECK(fs::is_empty(spaced));
  ::unsetenv("TMPDIR");
  if (!before.empty()) ::setenv("TMPDIR", before.c_str(), 1);
}

}  // namespace

}  // namespace grabr
