// The contract with the user's test: its environment, and what its exit means.
#include "oracle/process/process_oracle.h"

#include <doctest/doctest.h>
#include <signal.h>

#include <cstdlib>
#include <tuple>

#include "support/shell_oracle.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

void check_end(const std::string& script, Outcome outcome, int exit_code, int signal = 0) {
  CAPTURE(script);
  ShellOracle oracle(script);
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

/// Checks that the script writes `expected` to "$OUT"; %D stands for the test's folder.
void check_sees(const std::string& script, std::string expected,
                const std::vector<std::string>& arguments = {},
                const std::string& base_name = "input.txt",
                const std::string& candidate = "candidate") {
  CAPTURE(script);
  CAPTURE(base_name);
  ShellOracle oracle("exec > \"$OUT\"\n" + script, arguments, base_name);
  const std::string folder = (oracle.root() / "000001").string();
  for (std::size_t at; (at = expected.find("%D")) != std::string::npos;) {
    expected.replace(at, 2, folder);
  }
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

TEST_CASE("a heart beats while somebody waits, whatever for") {
  ShellOracle oracle("while [ ! -e \"$OUT\" ]; do sleep 0.01; done");
  const fs::path gate = oracle.folder() / "out";
  int beats = 0;
  oracle.oracle().set_heartbeat(0.01, [&] {
    if (++beats == 3) write_atomically(gate, "");
  });
  const auto check_beats = [&](const TestResult& result) {
    CHECK(result.outcome == Outcome::kFail);
    CHECK(beats >= 3);
    beats = 0;
    fs::remove(gate);
  };
  check_beats(oracle.run());
  check_beats(oracle.oracle().run_in(oracle.folder(), "candidate"));
  SUBCASE("and a deadline still comes") {
    const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    beats = 1000;
    const Ticket ticket = oracle.oracle().start("candidate");
    CHECK_FALSE(oracle.oracle().wait({}, soon));
    CHECK(std::chrono::steady_clock::now() >= soon);
    oracle.oracle().cancel(ticket);
  }
}

TEST_CASE("death by a signal is a pass that names it") {
  check_end("kill -SEGV $$", Outcome::kPass, -1, 11);
  check_end("kill -KILL $$", Outcome::kPass, -1, 9);
  check_end("kill -TERM $$", Outcome::kPass, -1, 15);
  check_end("kill -KILL 0", Outcome::kPass, -1, 9);  // its own process group, which is not ours
}

TEST_CASE("a test that stops the process that waits for it") {
  check_end("kill -STOP $PPID; exit 0", Outcome::kFail, 0);
  check_end("kill -STOP $PPID; exit 1", Outcome::kPass, 1);
  ShellOracle oracle("kill -STOP $PPID; sleep 100");
  oracle.oracle().set_timeout(0.05);
  CHECK(oracle.run().timed_out);
}

TEST_CASE("the candidate comes by file, argument and standard input") {
  check_sees("cat input.txt", "candidate");
  check_sees("cat", "candidate");
  check_sees("cat \"$1\"", "candidate");
  check_sees("cat", std::string("a\0\xFF\n", 4), {}, "f", std::string("a\0\xFF\n", 4));
  check_sees("cat; echo end", "end\n", {}, "f", "");
  const std::string large(3000000, 'x');
  check_sees("cat", large, {}, "f", large);
  check_sees("true", "", {}, "f", large);  // the test need not read its input
  check_sees("rm input.txt; cat", "candidate");
}

TEST_CASE("the base name is kept") {
  for (const char* name :
       {"a b.c", "it's \"quoted\".txt", "-n", "$HOME", "größe.ü", "tmp", "*", "new\nline"}) {
    check_sees(
        "printf %s \"$(basename -- \"$1\")\"; cat -- \"./$(basename -- \"$1\")\" > /dev/null || "
        "echo lost",
        name, {}, name);
    check_sees("printf %s \"$1\"", std::string("%D/") + name, {}, name);
  }
}

TEST_CASE("the working folder is fresh and the test's own") {
  check_sees("pwd; ls", "%D\ninput.txt\ntmp\n");
  ShellOracle oracle("ls | wc -l > \"$OUT\"; mkdir -p more/of/it; echo x > input.txt; touch a b c");
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
  check_sees(
      "printf '%s\\n' \"${GRABR_ORIGINAL##*/}\"; test -d \"${GRABR_ORIGINAL%/*}\" && echo there",
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
  check_sees(
      "set -- $(sed 's/.*) //' /proc/$$/stat | cut -d' ' -f3,4); "
      "test $1 = $$ && test $2 = $$ && echo own",
      "own\n");
  ::signal(SIGPIPE, SIG_IGN);
  check_sees("grep SigBlk /proc/self/status; kill -PIPE $$; echo ignored",
             "SigBlk:\t0000000000000000\n");
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
  ShellOracle oracle("echo out; echo err >&2; touch made; exit 3");
  const ProcessOracle::Explained explained = oracle.oracle().explain("text");
  CHECK(explained.result.exit_code == 3);
  CHECK(explained.output == "out\n");
  CHECK(explained.errors == "err\n");
  oracle.run();
  oracle.end();
  CHECK(fs::exists(explained.folder / "made"));
  CHECK(read_file(explained.folder / "input.txt") == "text");
  // The test's folder and a lock, which no process holds any more.
  CHECK(ShellOracle::entries(explained.folder.parent_path()) == 2);
}

void check_via(InputVia via, const std::string& expected) {
  ShellOracle oracle("{ echo \"$# ${1##*/}\"; cat; cat input.txt; } > \"$OUT\"",
                     ProcessOracleOptions{.via = via});
  CHECK(oracle.run("text\n").outcome == Outcome::kFail);
  CHECK(oracle.out() == expected);
}

TEST_CASE("ways for the candidate to come") {
  check_via(InputVia::kAll, "1 input.txt\ntext\ntext\n");
  check_via(InputVia::kArgument, "1 input.txt\ntext\n");
  check_via(InputVia::kStdin, "0 \ntext\ntext\n");
  check_via(InputVia::kBaseName, "0 \ntext\n");
}

TEST_CASE("text for the shell") {
  ShellOracle oracle(
      "",
      ProcessOracleOptions{.shell_text = "grep -q needle @@ && test $(ls | wc -l) = 3 && "
                                         "cmp -s @@.cc \"$1\" && exit 5 || "
                                         "exit 6"},
      {}, "it's.txt");
  CHECK(oracle.run("a needle").exit_code == 5);
  CHECK(oracle.run("hay").exit_code == 6);
}

TEST_CASE("copies lie beside the candidate, and are the test's own") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "data" / "deep");
  folder.write("data/deep/file", "deep");
  fs::create_symlink("deep/file", folder.path() / "data" / "link");
  const fs::path tool = folder.program("tool", "#!/bin/sh\necho tool\n");
  fs::create_symlink(tool, folder.path() / "alias");
  ShellOracle oracle(
      "{ ./tool; ./alias; cat data/deep/file data/link; } > \"$OUT\"; ls | wc -l >> \"$OUT\"; "
      "echo changed > tool; echo changed > data/deep/file; rm data/link; exit 0",
      ProcessOracleOptions{.copies = {tool, folder.path() / "alias", folder.path() / "data/"}});
  for (int i = 0; i < 2; ++i) {
    CHECK(oracle.run().outcome == Outcome::kFail);
    CHECK(oracle.out() == "tool\ntool\ndeepdeep5\n");
    CHECK(oracle.left_folders() == 0);
  }
  CHECK(read_file(folder.path() / "data" / "deep" / "file") == "deep");
  CHECK_THROWS_AS(ProcessOracle({.command = {"true"}, .original = "f", .copies = {"no-such-file"}}),
                  Error);
}

void check_repeated(const std::string& ends, unsigned repeat, unsigned min_hits, Outcome outcome,
                    unsigned runs) {
  CAPTURE(ends);
  CAPTURE(min_hits);
  // Run number N ends as the Nth word says.
  ShellOracle oracle(
      "echo x >> \"$OUT\"; set -- " + ends + "; shift $(($(wc -l < \"$OUT\") - 1)); exit $1",
      ProcessOracleOptions{.repeat = repeat, .min_hits = min_hits});
  const TestResult result = oracle.run();
  CHECK(outcome_name(result.outcome) == outcome_name(outcome));
  CHECK(result.runs == runs);
  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("repetitions go on until the answer is clear") {
  check_repeated("0 1 1", 3, 1, Outcome::kFail, 1);
  check_repeated("1 1 0", 3, 1, Outcome::kFail, 3);
  check_repeated("1 1 1 0", 3, 1, Outcome::kPass, 3);
  check_repeated("0 1 0", 3, 2, Outcome::kFail, 3);
  check_repeated("1 1 0", 3, 2, Outcome::kPass, 2);
  check_repeated("0 0 1", 3, 3, Outcome::kPass, 3);
  check_repeated("0 0 0", 3, 3, Outcome::kFail, 3);
  check_repeated("125 125", 2, 1, Outcome::kUnresolved, 2);
  check_repeated("125 1 124", 3, 1, Outcome::kPass, 3);
  check_repeated("125 0", 2, 1, Outcome::kFail, 2);
}

TEST_CASE("a limit of memory") {
  const std::string hungry =
      "x=$(head -c 300000000 /dev/zero | tr '\\0' x); test ${#x} = 300000000";
  ShellOracle limited(hungry, ProcessOracleOptions{.memory_bytes = 200000000});
  CHECK(limited.run().outcome != Outcome::kFail);
  ShellOracle small("ulimit -v > \"$OUT\"", ProcessOracleOptions{.memory_bytes = 200000000});
  CHECK(small.run().outcome == Outcome::kFail);
  CHECK(small.out() == std::to_string(200000000 / 1024) + "\n");
}

#ifdef __linux__
TEST_CASE("addresses that do not change") {
  ShellOracle oracle("grep stack /proc/self/maps >> \"$OUT\"",
                     ProcessOracleOptions{.randomize_addresses = false});
  oracle.run();
  const std::string once = oracle.out();
  oracle.run();
  CHECK(oracle.out() == once + once);
}
#endif

TEST_CASE("also interesting: candidates with other exit codes are kept") {
  const TemporaryFolder folder;
  const fs::path kept = folder.path() / "kept";
  ShellOracle oracle(
      "code=$(cat input.txt); echo changed > input.txt; exit $code",
      ProcessOracleOptions{.also_interesting = {101, 7}, .also_interesting_folder = kept});
  oracle.run("1");
  CHECK_FALSE(fs::exists(kept));
  oracle.run("101");
  oracle.run("7");
  CHECK(read_file(kept / "0002-101.input.txt") == "101");
  CHECK(read_file(kept / "0003-7.input.txt") == "7");
  CHECK(ShellOracle::entries(kept) == 2);
}

TEST_CASE("what an earlier call kept as interesting, too, stays beside what this one keeps") {
  const TemporaryFolder folder;
  const fs::path kept = folder.path() / "kept";
  for (const char* code : {"7", "7 "}) {
    ShellOracle oracle("exit $(cat input.txt)",
                       ProcessOracleOptions{
                           .repeat = 3, .also_interesting = {7}, .also_interesting_folder = kept});
    oracle.run(code);
  }
  CHECK(read_file(kept / "0001-7.input.txt") == "7");
  CHECK(read_file(kept / "0001_2-7.input.txt") == "7 ");
  CHECK(ShellOracle::entries(kept) == 2);
}

TEST_CASE("what is missing from the surroundings is told") {
  const TemporaryFolder folder;
  const fs::path script = folder.write("t.sh", "#!/bin/sh\nexit 0\n");
  const fs::path helper = folder.write("helper", "");
  fs::permissions(script, fs::perms::owner_all);
  ProcessOracleOptions options;
  options.command = {script.string()};
  options.original = "in";
  options.copies = {helper};
  ProcessOracle oracle(options);
  CHECK(oracle.trouble().empty());
  fs::remove(helper);
  CHECK(oracle.trouble() ==
        "'" + fs::canonical(folder.path()).string() + "/helper' (--copy) is gone");
  fs::remove(script);
  CHECK(oracle.trouble().find("can no longer be run") != std::string::npos);
}

TEST_CASE("logs: what each test printed and how it ended") {
  const TemporaryFolder folder;
  const fs::path logs = folder.path() / "a" / "logs";
  ShellOracle oracle("echo out; echo err >&2; exit 3", ProcessOracleOptions{.log_folder = logs});
  oracle.run();
  oracle.run();
  CHECK(read_file(logs / "000001.out") == "out\n");
  CHECK(read_file(logs / "000002.err") == "err\n");
  CHECK(read_file(logs / "000002.status") == "exit 3\n");
}

TEST_CASE("a run in another folder: the candidate lies elsewhere, and nothing else changes there") {
  const TemporaryFolder folder;
  folder.write("helper", "x");
  ShellOracle oracle("{ pwd; cat; cat \"$1\"; ls; } > \"$OUT\"; test -e helper");
  CHECK(oracle.run("text\n").outcome == Outcome::kPass);
  CHECK(oracle.oracle().run_in(folder.path(), "text\n").outcome == Outcome::kFail);
  CHECK(oracle.out() == folder.path().string() + "\ntext\ntext\nhelper\n");
  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("the number of jobs and the time a test takes are known") {
  ShellOracle oracle("echo $GRABR_JOBS > \"$OUT\"; sleep 0.2", ProcessOracleOptions{.jobs = 2});
  const TestResult result = oracle.run();
  CHECK(oracle.out() == "2\n");
  CHECK(result.seconds >= 0.2);
  CHECK(result.runs == 1);
}

TEST_CASE("a new time limit holds for the tests to come") {
  ShellOracle oracle("sleep 1000");
  oracle.oracle().set_timeout(0.2);
  CHECK(oracle.run().timed_out);
}

TEST_CASE("a launcher runs the test; without a status from it there is not an answer") {
  const TemporaryFolder folder;
  const fs::path launcher = folder.program("launch", "#!/bin/sh\necho launched; test -e " +
                                                         (folder.path() / "broken").string() +
                                                         " && exit 9\n\"$@\"\nexit 77\n");
  ShellOracle oracle("cat; ls; exit 3", ProcessOracleOptions{.launcher = {launcher.string()}});
  CHECK(oracle.run().exit_code == 3);
  CHECK(oracle.left_folders() == 0);
  CHECK(oracle.oracle().explain("text\n").output == "launched\ntext\ninput.txt\ntmp\n");
  folder.write("broken", "");
  const TestResult result = oracle.run();
  CHECK(result.outcome == Outcome::kUnresolved);
  CHECK(result.infrastructure.find("did not run the test: its exit status is 9") !=
        std::string::npos);
  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("conditions judge what the command printed, and may run another one") {
  ShellOracle oracle("cat; exit 3", ProcessOracleOptions{.conditions = {.output = {"needle"}}});
  CHECK(oracle.run("a needle").outcome == Outcome::kFail);
  CHECK(oracle.run("hay").outcome == Outcome::kPass);
  const ProcessOracle::Explained explained = oracle.oracle().explain("hay");
  CHECK(explained.output == "hay");
  CHECK_FALSE(explained.unmet.empty());
  CHECK(oracle.oracle().explain("needle").unmet.empty());

  ShellOracle other("tr x y", ProcessOracleOptions{.conditions = {.differs = {"cat", "@@"}}});
  CHECK(other.run("x").outcome == Outcome::kFail);
  CHECK(other.run("y").outcome == Outcome::kPass);
  CHECK(other.left_folders() == 0);
}

TEST_CASE("a hang may be the failure: the conditions' limit is the test's") {
  for (const auto& [text, hang_s, outcome] :
       {std::tuple{"slow", 0.3, Outcome::kFail}, std::tuple{"quick", 20., Outcome::kPass}}) {
    ShellOracle oracle("grep -q slow input.txt && sleep 1000; exit 0",
                       ProcessOracleOptions{.timeout_s = 0, .conditions = {.hang_s = hang_s}});
    CHECK(oracle.run(text).outcome == outcome);
  }
}

TEST_CASE("the same as the original") {
  ShellOracle oracle("wc -c < input.txt",
                     ProcessOracleOptions{.jobs = 2, .conditions = {.same_as_original = true}});
  oracle.oracle().adopt_original("four");
  CHECK(oracle.run("rouf").outcome == Outcome::kFail);
  CHECK(oracle.run("three").outcome == Outcome::kPass);
  oracle.oracle().adopt_original("three");
  CHECK(oracle.run("three").outcome == Outcome::kFail);
  oracle.end();
  CHECK(oracle.left_at_end() == 0);
}

}  // namespace
}  // namespace grabr
