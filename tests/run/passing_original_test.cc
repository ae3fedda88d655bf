#include "run/check/passing_original.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "run/config/recipe.h"
#include "temporary_folder.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

ProcessOracleOptions test_of(std::vector<std::string> command, std::string input) {
  ProcessOracleOptions test;
  test.command = std::move(command);
  test.original = std::move(input);
  return test;
}

TestResult ended(int exit_code) {
  TestResult result;
  result.exit_code = exit_code;
  result.outcome = exit_code == 0 ? Outcome::kFail : Outcome::kPass;
  return result;
}

/// A script that ended with the same status each time and printed nothing.
PassingOriginal facts_of(int exit_code) {
  PassingOriginal facts;
  facts.first = ended(exit_code);
  facts.again.result = ended(exit_code);
  facts.again.folder = "/tmp/grabr-x/000002";
  facts.more.assign(3, ended(exit_code));
  facts.script = {"/home/me/t.sh", "#!/bin/sh\n", 0};
  facts.started_in = "/home/me";
  facts.names_in = "/home/me";
  return facts;
}

std::string described(const PassingOriginal& facts) {
  return describe(facts, test_of({"/bin/sh", "@@"}, "bug.c"));
}

void check_contains(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    INFO(text);
    CHECK_MESSAGE(text.find(part) != std::string::npos, part);
  }
}

void check_lacks(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) == std::string::npos);
}

TEST_CASE("how it ended, what it printed, how to repeat it") {
  PassingOriginal facts = facts_of(7);
  facts.again.output = "seen\n";
  const std::string text = described(facts);
  check_contains(text, {"bug.c does not fail: the test ended with exit status 7; 0 means",
                        "  standard output:\n    | seen\n  standard error: nothing\n",
                        "To repeat the test:\n    cd /tmp/grabr-x/000002 && GRABR_DIR=",
                        "sh /tmp/grabr-x/000002/bug.c < /tmp/grabr-x/000002/bug.c; echo $?\n",
                        "hint: the usual reasons:\n    - the status"});
  check_lacks(text, "flaky");
  check_lacks(text, "--copy");
  facts.again.output = std::string(5000, 'x');
  check_contains(described(facts), {"(3000 bytes more)"});
}

TEST_CASE("each way to end has its hint") {
  PassingOriginal facts = facts_of(-1);
  facts.first.signal = facts.again.result.signal = 11;
  check_contains(described(facts), {"the test was ended by SIGSEGV\n",
                                    "--signal SEGV tests for it, whatever the exit status"});
  facts.script = {};
  check_contains(described(facts), {"if the failure is that it dies by SIGSEGV: --signal SEGV\n"});
  facts = facts_of(3);
  facts.script = {};
  check_contains(described(facts), {"--exit 3", "--stderr"});
  check_lacks(described(facts), "usual reasons");
}

TEST_CASE("no end in time") {
  PassingOriginal facts;
  facts.first.timed_out = true;
  facts.first.exit_code = -1;
  facts.timeout_s = 0.2;
  check_contains(described(facts), {"did not end within 0.2 s (--timeout)", "--hang SEC"});
  facts.first.exit_code = 124;
  check_contains(described(facts), {"exit status 124, as timeout(1)"});
}

TEST_CASE("a test that could not be run says why, and nothing of exit statuses") {
  PassingOriginal facts;
  facts.first.infrastructure = "no space left on device";
  check_contains(described(facts), {"could not be run: no space left on device"});
  check_lacks(described(facts), "exit status");
}

TEST_CASE("conditions that do not hold are listed") {
  PassingOriginal facts = facts_of(0);
  facts.again.result = ended(1);
  facts.again.unmet = "the exit status is 0, not 1\nstandard error does not contain 'boom'\n";
  const std::string text = described(facts);
  check_contains(text, {"with exit status 0\n", "    - the exit status is 0, not 1\n",
                        "    - standard error"});
  check_lacks(text, "usual reasons");
}

TEST_CASE("flaky: numbers, and nothing about folders") {
  PassingOriginal facts = facts_of(1);
  facts.more[1] = ended(0);
  facts.works_in = "/home/me";
  const std::string text = described(facts);
  check_contains(text, {"flaky: of 5 runs 1 did fail", "--repeat 21 --min-hits 1 "});
  check_lacks(text, "depends on the folder");
}

TEST_CASE("a plain command: the condition that fits, and nothing of files that nobody missed") {
  PassingOriginal facts = facts_of(1);
  facts.plain_command = true;
  facts.again.errors = "Traceback (most recent call last):\n  File \"a\"\nKeyError: 'x'\n";
  const std::string text = described(facts);
  check_contains(text, {"the command ended with exit status 1; without a condition only",
                        R"(prints 'KeyError: 'x'': --stderr 'KeyError: '\''x'\''')"
                        "\n",
                        "--exit 1\n"});
  for (const char* other : {"--copy", "usual reasons", "flaky"}) check_lacks(text, other);
  facts.again.errors = "cat: /x: No such file or directory\n";
  check_contains(described(facts), {"--copy PATH", "$GRABR_DIR"});
}

TEST_CASE("nothing is 0 and the original is not") {
  PassingOriginal facts = facts_of(1);
  facts.empty_fails = true;
  check_contains(described(facts), {"the empty input gives 0, and bug.c gives 1: is the status"});
  facts.works_in = "/home/me";
  check_lacks(described(facts), "inverted");
}

TEST_CASE("what a script ran, and what its shell says") {
  PassingOriginal facts = facts_of(1);
  facts.script.text = "#!/bin/bash\nset -e\nx=$(false)\ngrep -q x \"$1\" | cat\nfi # end\n";
  auto& commands = facts.trace.commands;
  for (unsigned i = 0; i < 9; ++i) commands.push_back({2, 0, "", "set -" + std::to_string(i)});
  commands.push_back({3, 0, "errexit:pipefail", "x="});
  check_contains(described(facts),
                 {"The last commands it ran (set -x):\n    | line 2: set -2\n",
                  "    | line 3: x=\n", "set -e is in force: the script ended in line 3"});
  check_lacks(described(facts), "set -o pipefail");
  commands.back().text = "exit 1";
  check_lacks(described(facts), "set -e is");
  commands.push_back({4, 0, "errexit:pipefail", "cat"});
  check_contains(described(facts), {"set -o pipefail is in force: the commands in line 4"});
  check_lacks(described(facts), "set -e is");  // it ran to its end
  facts.trace.missing = {"no-such-compiler"};
  facts.unset = "NEEDED";
  check_contains(described(facts), {"hint: no-such-compiler, which the script runs, is not found",
                                    "the script reads NEEDED, which is not set"});
  facts.again.errors = "t.sh: 2: [[: not found\n";
  check_contains(described(facts), {"begin the script with #!/bin/bash"});
}

TEST_CASE("the variable that a shell misses") {
  CHECK(unset_variable("t.sh: line 3: NEEDED: unbound variable\n") == "NEEDED");
  CHECK(unset_variable("t.sh: 3: x: parameter not set\n") == "x");
  CHECK(unset_variable("t.sh: line 3: $2: unbound variable\n").empty());
}

TEST_CASE("too little memory is named where there is a limit") {
  PassingOriginal facts = facts_of(1);
  ProcessOracleOptions test = test_of({"/bin/sh", "@@"}, "bug.c");
  test.memory_bytes = std::uint64_t{10} << 20;
  check_contains(describe(facts, test), {"it ran with --memory 10: that may be too little"});
  facts.again.errors = "cc1: out of memory allocating 65536 bytes\n";
  check_contains(describe(facts, test), {"it got no memory: --memory 10 is too little"});
  check_lacks(described(facts), "--memory");
}

TEST_CASE("a script that reads the input itself is told how to put the candidate there") {
  PassingOriginal facts = facts_of(1);
  facts.input_named = "proj/src/bug.c";
  check_contains(described(facts), {"the script reads proj/src/bug.c, which is the input itself",
                                    "write \"$1\" instead of proj/src/bug.c"});
  facts.script_names = {"proj/include"};
  check_contains(described(facts), {"--copy proj puts copies of the rest there, and in the script "
                                    "cp \"$1\" proj/src/bug.c puts"});
}

TEST_CASE("it depends on the folder: what it needs, and how to give it") {
  PassingOriginal facts = facts_of(1);
  facts.works_in = "/home/me";
  check_contains(
      described(facts),
      {"Started in /home/me it does fail: the test depends on the folder", "--copy PATH"});
  check_lacks(described(facts), "usual reasons");
  facts.script_names = {"helper.h", "inc/a.h", "inc/b.h", "../other"};
  check_contains(described(facts),
                 {"names helper.h, inc/a.h, inc/b.h and ../other, which",
                  ": --copy helper.h --copy inc puts", "\"$GRABR_DIR\"/helper.h"});
  facts.works_in = facts.names_in = "/data";
  check_contains(described(facts), {"--copy ../../data/helper.h"});
}

TEST_CASE("a recipe for a text that is on no disk") {
  ProcessOracleOptions test = test_of({"/bin/sh", "@@"}, "some/a b.c");
  CHECK(recipe_for_text(test, "it's\n").find("printf '%s\\n' 'it'\\''s' > 'a b.c' && ") !=
        std::string::npos);
  CHECK(recipe_for_text(test, "x").find("printf '%s' x > 'a b.c' && ") != std::string::npos);
  test.copies = {"/lib/c d.h"};
  test.command = {"/bin/sh", "@@.txt"};
  CHECK(recipe_for_text(test, "x") ==
        "cd \"$(mktemp -d)\" && cp -r '/lib/c d.h' . && printf '%s' x > 'a b.c' && "
        "cp 'a b.c' 'a b.txt' && GRABR_DIR=" +
            fs::current_path().string() + " /bin/sh './a b.txt' < './a b.c'; echo $?");
  CHECK(recipe_for_text(test, "two\nlines").empty());
  CHECK(recipe_for_text(test, std::string(1000, 'x')).empty());
}

TEST_CASE("a recipe gives the candidate to the test as it was asked for") {
  const std::string begin = "cd /t && GRABR_DIR=" + fs::current_path().string() + " ";
  ProcessOracleOptions test = test_of({"/bin/cat"}, "a.c");
  CHECK(recipe(test, "/t") == begin + "/bin/cat /t/a.c < /t/a.c; echo $?");
  test.via = InputVia::kArgument;
  CHECK(recipe(test, "/t") == begin + "/bin/cat /t/a.c < /dev/null; echo $?");
  test.via = InputVia::kStdin;
  CHECK(recipe(test, "/t") == begin + "GRABR_FILE=/t/a.c /bin/cat < /t/a.c; echo $?");
  test.via = InputVia::kAll;
  test.append_path = false;
  CHECK(recipe(test, "/t") == begin + "GRABR_FILE=/t/a.c /bin/cat < /t/a.c; echo $?");
  test = test_of({}, "a.c");
  test.shell_text = "cc \"$1\"";
  CHECK(recipe(test, "/t") == begin + "sh -c 'cc \"$1\"' sh /t/a.c < /t/a.c; echo $?");
}

/// The user's folder with a script and an input, explained with real processes. The folders of the
/// tests, including the kept ones, are below the temporary folder and are removed with it.
class Desk {
 public:
  explicit Desk(const std::string& script) : before_(fs::current_path()) {
    fs::create_directory(folder_.path() / "here");
    fs::create_directory(folder_.path() / "tmp");
    if (const char* before = std::getenv("TMPDIR")) temporary_before_ = before;
    ::setenv("TMPDIR", (folder_.path() / "tmp").c_str(), 1);
    fs::current_path(folder_.path() / "here");
    folder_.program("here/t.sh", "#!/bin/sh\n" + script);
    write("bug.c", "int bug;\n");
  }
  ~Desk() {
    fs::current_path(before_);
    ::unsetenv("TMPDIR");
    if (temporary_before_) ::setenv("TMPDIR", temporary_before_->c_str(), 1);
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  void write(const std::string& name, const std::string& text) {
    folder_.write("here/" + name, text);
  }

  std::string explained(const std::string& text = "int bug;\n") {
    return explained(test_of({"./t.sh"}, "bug.c"), text);
  }

  std::string explained(const ProcessOracleOptions& test, const std::string& text,
                        const StopToken& stop = {}, double timeout_s = 20) {
    ProcessOracle oracle(test);
    const TestResult first = oracle.run(text);
    CHECK(first.outcome != Outcome::kFail);
    return explain_passing_original(oracle, test, {text, first, timeout_s}, stop);
  }

  /// The number of folders that tests or explanations left behind.
  std::size_t left_over() const {
    const fs::directory_iterator all(folder_.path() / "tmp");
    return static_cast<std::size_t>(std::distance(fs::begin(all), fs::end(all)));
  }

 private:
  TemporaryFolder folder_;
  fs::path before_;
  std::optional<std::string> temporary_before_;
};

TEST_CASE("real runs: a shell text that needs a file of the folder grabr is started in") {
  Desk desk("");
  desk.write("helper.h", "");
  ProcessOracleOptions test = test_of({}, "bug.c");
  test.shell_text = "test -f helper.h";
  const std::string text = desk.explained(test, "int bug;\n");
  check_contains(text, {"sh -c 'test -f helper.h' sh /", "the shell text names helper.h",
                        "--copy helper.h puts", "\"$GRABR_DIR\"/helper.h"});
}

TEST_CASE("real runs: an explanation that is stopped leaves nothing") {
  Desk desk("exit 1\n");
  const std::size_t before = desk.left_over();
  int calls = 0;
  StopQuestion stop_later([&calls]() -> std::optional<StopReason> {
    if (++calls < 3) return std::nullopt;
    return StopReason{ErrorKind::kInterrupted, "interrupted"};
  });
  CHECK_THROWS_AS(desk.explained(test_of({"./t.sh"}, "bug.c"), "x", StopToken(stop_later)), Error);
  CHECK(calls == 3);
  CHECK(desk.left_over() == before);
}

TEST_CASE("real runs: hanging is what is looked for, so it is told what else is missing") {
  Desk desk("sleep 60\n");
  ProcessOracleOptions test = test_of({"./t.sh"}, "bug.c");
  test.conditions.hang_s = 0.05;
  test.conditions.errors = {"deadlock"};
  check_contains(desk.explained(test, "x", {}, 0.5),
                 {"does not fail: the test did not end in time\n", "--stderr 'deadlock'"});
}

TEST_CASE("real runs: a file that is copied already is not named again") {
  Desk desk("cat helper.h; exit 1\n");
  desk.write("helper.h", "");
  ProcessOracleOptions test = test_of({"./t.sh"}, "bug.c");
  test.copies = {"helper.h"};
  check_lacks(desk.explained(test, "int bug;\n"), "--copy");
  check_contains(desk.explained(), {"--copy helper.h"});
}

TEST_CASE("real runs: a file that the script makes itself is not one that is missing") {
  Desk desk("cp \"$1\" out.txt; grep -q BUG out.txt\n");
  desk.write("out.txt", "left over from a run by hand\n");
  check_lacks(desk.explained(), "--copy");
}

}  // namespace
}  // namespace grabr
