// The contract with the user's test: what it sees, and what its end means.
#include "oracle/process_oracle.h"

#include <doctest/doctest.h>
#include <signal.h>

#include <cstdlib>

#include "oracle/scripted_oracle.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

void check_end(const std::string& script, Outcome outcome, int exit_code, int signal = 0) {
  CAPTURE(script);
  ScriptedOracle oracle(script);
  const TestResult result = oracle.run();
  CHECK(outcome_name(result.outcome) == outcome_name(outcome));
  CHECK(result.exit_code == exit_code);
  CHECK(result.signal == signal);
  CHECK(result.timed_out == (exit_code == 124));
  CHECK(result.infrastructure.empty());
  CHECK(oracle.left_folders() == 0);
  oracle.end();
  CHECK(oracle.left_at_end() == 0);
}

/// What the script printed to "$OUT" must be `expected`; %D stands for the test's folder.
void check_sees(const std::string& script, std::string expected,
                const std::vector<std::string>& arguments = {},
                const std::string& base_name = "input.txt", const std::string& candidate = "candidate") {
  CAPTURE(script);
  CAPTURE(base_name);
  ScriptedOracle oracle("exec > \"$OUT\"\n" + script, arguments, base_name);
  const std::string folder = (oracle.root() / "000001").string();
  for (std::size_t at; (at = expected.find("%D")) != std::string::npos;) expected.replace(at, 2, folder);
  CHECK(oracle.run(candidate).infrastructure.empty());
  CHECK(oracle.out() == expected);
  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("the exit status decides") {
  check_end("exit 0", Outcome::kFail, 0);
  check_end("exit 1", Outcome::kPass, 1);
  check_end("exit 2", Outcome::kPass, 2);
  check_end("exit 124", Outcome::kPass, 124);  // timeout(1): reported as a timeout
  check_end("exit 125", Outcome::kUnresolved, 125);
  check_end("exit 126", Outcome::kPass, 126);
  check_end("exit 127", Outcome::kPass, 127);
  check_end("no-such-command-at-all", Outcome::kPass, 127);
  check_end("exit 255", Outcome::kPass, 255);
}

TEST_CASE("death by a signal is a pass that names it") {
  check_end("kill -SEGV $$", Outcome::kPass, -1, 11);
  check_end("kill -KILL $$", Outcome::kPass, -1, 9);
  check_end("kill -TERM $$", Outcome::kPass, -1, 15);
  check_end("kill -KILL 0", Outcome::kPass, -1, 9);  // its whole group, which is not ours
}

TEST_CASE("the candidate comes by file, argument and standard input") {
  check_sees("cat input.txt", "candidate");
  check_sees("cat", "candidate");
  check_sees("cat \"$1\"", "candidate");
  check_sees("cat", std::string("a\0\xFF\n", 4), {}, "f", std::string("a\0\xFF\n", 4));
  check_sees("cat; echo end", "end\n", {}, "f", "");
  const std::string large(3000000, 'x');
  check_sees("cat", large, {}, "f", large);
  check_sees("true", "", {}, "f", large);  // nobody has to read it
  check_sees("rm input.txt; cat", "candidate");
}

TEST_CASE("the base name is kept") {
  for (const char* name : {"a b.c", "it's \"quoted\".txt", "-n", "$HOME", "größe.ü", "tmp", "*", "new\nline"}) {
    check_sees("printf %s \"$(basename -- \"$1\")\"; cat -- \"./$(basename -- \"$1\")\" > /dev/null || echo lost",
               name, {}, name);
    check_sees("printf %s \"$1\"", std::string("%D/") + name, {}, name);
  }
}

TEST_CASE("the working folder is fresh and the test's own") {
  check_sees("pwd; ls", "%D\ninput.txt\ntmp\n");
  ScriptedOracle oracle("ls | wc -l > \"$OUT\"; mkdir -p more/of/it; echo x > input.txt; touch a b c");
  for (int i = 0; i < 3; ++i) {
    oracle.run();
    CHECK(std::stoi(oracle.out()) == 2);
  }
}

TEST_CASE("arguments: the path last, or where the marks are") {
  check_sees("printf '%s\\n' \"$@\"", "-x\n%D/input.txt\n", {"-x"});
  check_sees("printf '%s\\n' \"$@\"", "%D/input.txt\n-x\n", {"@@", "-x"});
  check_sees("printf '%s\\n' \"$@\"", "--in=%D/input.txt\na b\n\n", {"--in=@@", "a b", ""});
  check_sees("cat \"$1\"; ls", "candidateinput.cc\ninput.txt\ntmp\n", {"@@.cc"});
}

TEST_CASE("environment") {
  check_sees("printf '%s\\n' \"$TMPDIR\" \"$TEMP\" \"$TMP\"; touch \"$TMPDIR/x\" || echo no",
             "%D/tmp\n%D/tmp\n%D/tmp\n");
  check_sees("printf '%s\\n' \"$GRABR_FILE\" \"$GRABR_TEST_ID\" \"$GRABR_JOBS\"",
             "%D/input.txt\n000001\n1\n");
  check_sees("printf '%s\\n' \"$GRABR_DIR\"", fs::current_path().string() + "\n");
  check_sees("printf '%s\\n' \"${GRABR_ORIGINAL##*/}\"; test -d \"${GRABR_ORIGINAL%/*}\" && echo there",
             "in put.txt\nthere\n", {}, "in put.txt");
  check_sees("env | grep -c '^TMPDIR='", "1\n");
  ::setenv("GRABR_TEST_CALLER", "kept", 1);
  check_sees("echo $GRABR_TEST_CALLER", "kept\n");
  ::unsetenv("GRABR_TEST_CALLER");
}

TEST_CASE("the script runs from its own place, with the files beside it in reach") {
  check_sees("basename \"$0\"; test -f \"$(dirname \"$0\")/test script.sh\" && echo beside",
             "test script.sh\nbeside\n");
}

TEST_CASE("a session of its own, and default signal handling") {
  check_sees("set -- $(sed 's/.*) //' /proc/$$/stat | cut -d' ' -f3,4); test $1 = $$ && test $2 = $$ && echo own", "own\n");
  ::signal(SIGPIPE, SIG_IGN);
  check_sees("grep SigBlk /proc/self/status; kill -PIPE $$; echo ignored", "SigBlk:\t0000000000000000\n");
  ::signal(SIGPIPE, SIG_DFL);
}

TEST_CASE("programs by relative path, by name in PATH, and without an interpreter line") {
  const TemporaryFolder folder;
  folder.program("relative", "#!/bin/sh\nexit 0\n");
  folder.program("plain", "test \"$1\" = x && grep -q y \"$2\" && exit 0\nexit 3\n");
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  ProcessOracle relative({.command = {"./relative"}, .original = "f"});
  ProcessOracle plain({.command = {"./plain", "x"}, .original = "f"});
  ProcessOracle named({.command = {"grep", "-q", "needle"}, .original = "f"});
  fs::current_path(before);
  CHECK(relative.run("x").outcome == Outcome::kFail);
  CHECK(plain.run("y").outcome == Outcome::kFail);
  CHECK(plain.run("z").exit_code == 3);
  CHECK(named.run("a needle").outcome == Outcome::kFail);
  CHECK(named.run("hay").outcome == Outcome::kPass);
  CHECK_THROWS_AS(ProcessOracle({.command = {}, .original = "f"}), Error);
  CHECK_THROWS_AS(ProcessOracle({.command = {"./relative"}, .original = "f"}), Error);
}

TEST_CASE("an executable input stays executable") {
  const TemporaryFolder folder;
  ProcessOracle oracle({.command = {"sh", "-c", "\"$0\"", "@@"},
                        .original = folder.program("repro", "#!/bin/sh\nexit 0\n")});
  CHECK(oracle.run("#!/bin/sh\nexit 0\n").outcome == Outcome::kFail);
  CHECK(oracle.run("#!/bin/sh\nexit 7\n").exit_code == 7);
}

TEST_CASE("explain shows what the test wrote and keeps the folder") {
  ScriptedOracle oracle("echo out; echo err >&2; touch made; exit 3");
  const ProcessOracle::Explained explained = oracle.oracle().explain("text");
  CHECK(explained.result.exit_code == 3);
  CHECK(explained.output == "out\n");
  CHECK(explained.errors == "err\n");
  oracle.run();
  oracle.end();
  CHECK(fs::exists(explained.folder / "made"));
  CHECK(read_file(explained.folder / "input.txt") == "text");
  CHECK(ScriptedOracle::entries(explained.folder.parent_path()) == 1);
}

}  // namespace
}  // namespace grabr
