// A reduction seen from another terminal: status, stop, wait, history; a text by hand.
#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

struct RunningBench : Workshop {
  RunningBench() {
    std::string text;
    for (int i = 0; i < 40; ++i) text += "line " + std::to_string(i) + "\n";
    write("input.txt", text + "BUG\nEND\n");
    program("t.sh", "#!/bin/sh\ngrep -q BUG \"$1\"\n");
    // Goes on when there is a file called go, or the text has the word HAND.
    program("slow.sh",
            "#!/bin/sh\ngrep -q BUG \"$1\" || exit 1\n"
            "echo >>\"$OUT\"\nn=0\n"
            "while [ $(wc -l <\"$OUT\") -gt 6 ] && [ ! -e \"$PLACE/go\" ] && [ $n -lt 600 ] && "
            "! grep -q HAND \"$1\"; do sleep 0.05; n=$((n+1)); done\nexit 0\n");
  }

  /// A reduction in the background that stays in one of its tests, and then a line.
  ShellRun beside(const std::string& line) const {
    return shell(
        "export PLACE=$PWD; : >\"$OUT\"; \"$GRABR\" -q -j1 --no-preflight --timeout 60 ./slow.sh "
        "input.txt & while [ $(wc -l <\"$OUT\") -lt 7 ]; do sleep 0.02; done; " +
        line);
  }
};

}  // namespace

TEST_CASE("the steps of a reduction are listed, and their texts are kept") {
  const RunningBench bench;
  CHECK(bench.grabr("-q ./t.sh input.txt").exit == 0);
  const ShellRun list = bench.grabr("show --steps input.txt");
  CAPTURE(list.errors);
  CHECK(list.exit == 0);
  check_contains(list.output, "what was done");
  CHECK(bench.grabr("show --step 0").output == bench.read("input.txt"));
  const ShellRun last =
      bench.shell("\"$GRABR\" history --show $(($(wc -l <.grabr/input.reduced.txt.history) - 1))");
  CHECK(last.output == bench.read("input.reduced.txt"));
  const ShellRun far = bench.grabr("show --step 999");
  CHECK(far.exit == 2);
  check_contains(far.errors, "there are steps 0 to");
  check_contains(bench.grabr("show --steps other.txt").errors,
                 "no reduction of other.txt is known");
  const std::string line = bench.grabr("show --line").output;
  check_contains(line, "ended with status 0");
  CHECK(bench.grabr("show --watch").output == line);

  // The old names, also behind an option.
  CHECK(bench.grabr("history input.txt").output == list.output);
  CHECK(bench.grabr("history --show 0").output == bench.read("input.txt"));
  CHECK(bench.grabr("status").output == line);
  CHECK(bench.grabr("--cache .grabr status").output == line);
}

TEST_CASE("a reduction is found by its input, output or report; or it is the newest one" *
          doctest::test_suite("many runs")) {
  const RunningBench bench;
  CHECK(bench.grabr("-q -o old.txt ./t.sh input.txt").exit == 0);
  CHECK(bench.grabr("-q -o new.txt --report new.json ./t.sh input.txt").exit == 0);
  const std::string which = "new.txt is meant, the newest; the others: old.txt\n";
  for (const std::string command : {"show --steps", "show --pretty", "show --markdown", "history",
                                    "explain", "verify", "report --html -", "wait"}) {
    const std::string expected = bench.grabr(command + " new.txt").output;
    for (const char* name : {"", "input.txt", "new.txt", "new.json", ".grabr/new.txt.report"}) {
      const ShellRun run = bench.grabr(command + " " + name);
      CAPTURE(command);
      CAPTURE(name);
      CAPTURE(run.errors);
      CHECK(run.exit == 0);
      CHECK(run.output.empty() == expected.empty());
      const bool is_clear = std::string(name).starts_with("new") || name[0] == '.';
      CHECK((run.errors.find(which) == run.errors.npos) == is_clear);
    }
    CHECK(bench.grabr(command + " t.sh").exit == 2);
    check_contains(bench.grabr(command + " t.sh").errors, "no reduction of t.sh is known");
  }
}

TEST_CASE("what is of one input says so of a folder, and what to do instead") {
  const RunningBench bench;
  bench.shell("mkdir d; cp input.txt d/a.txt; echo x >d/b.txt");
  bench.program("folder.sh", "#!/bin/sh\ngrep -rq BUG .\n");
  REQUIRE(bench.grabr("-q ./folder.sh d").exit == 0);
  const std::pair<const char*, const char*> refused[] = {
      {"show --steps", "hint: grabr report --html OUT"},
      {"show --step 1", "hint: grabr report --html OUT"},
      {"show --pretty", "hint: grabr report --html OUT"},
      {"explain", "hint: grabr explain TEST FILE"},
      {"verify", "hint: run the test on the result"}};
  for (const auto& [command, hint] : refused) {
    for (const char* name : {" d", " d/", " d.reduced", ""}) {
      const ShellRun run = bench.grabr(std::string(command) + name);
      CAPTURE(command);
      CAPTURE(name);
      CHECK(run.exit == 2);
      check_contains(run.errors, "d is a folder, whose files were reduced in turns");
      check_contains(run.errors, hint);
    }
  }
}

TEST_CASE("no repository sees what is kept of a reduction") {
  const RunningBench bench;
  CHECK(bench.grabr("-q ./t.sh input.txt").exit == 0);
  CHECK(bench.read(".grabr/.gitignore") == "*\n");
  bench.program("never.sh", "#!/bin/sh\nexit 1\n");
  bench.shell("mkdir d");
  CHECK(bench.grabr("-q -o d/out.txt ./never.sh input.txt").exit == 3);
  CHECK_FALSE(std::filesystem::exists(bench.path() / "d/.grabr"));
  bench.shell("mkdir e; cp input.txt e/a.txt; echo x >e/b.txt");
  bench.program("folder.sh", "#!/bin/sh\ngrep -rq BUG .\n");
  CHECK(bench.grabr("-q --cache kept ./folder.sh e").exit == 0);
  CHECK(bench.read("kept/.gitignore") == "*\n");
}

TEST_CASE("a reduction that runs is watched to its end") {
  const RunningBench bench;
  const ShellRun run = bench.beside("(sleep 0.3; touch go) & \"$GRABR\" show --watch; wait");
  CAPTURE(run.output);
  check_contains(run.output, "input.txt: process ");
  check_contains(run.output, "\ninput.txt: ended with status 0; ");
}

TEST_CASE("a reduction begins again at a step of the one before") {
  const RunningBench bench;
  CHECK(bench.grabr("-q ./t.sh input.txt").exit == 0);
  const std::string first = bench.grabr("history --show 1").output;
  const ShellRun run = bench.grabr("--from-step 1 --trace t.jsonl ./t.sh input.txt");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.errors, "going on from step 1: " + std::to_string(first.size()) + " bytes");
  CHECK(bench.grabr("history --show 0").output == first);
  check_contains(bench.read("t.jsonl"), "from step");
  CHECK(bench.read("input.reduced.txt").size() < 6);
  const ShellRun far = bench.grabr("--from-step 99 ./t.sh input.txt");
  CHECK(far.exit == 2);
  check_contains(far.errors, "the steps of the run before are 0 to");
  check_contains(bench.grabr("-q --fresh --cache elsewhere --from-step 1 ./t.sh input.txt").errors,
                 "there is no history");
}

TEST_CASE("a step that does not fail any more is refused") {
  const RunningBench bench;
  CHECK(bench.grabr("-q ./t.sh input.txt").exit == 0);
  bench.program("t.sh", "#!/bin/sh\ngrep -q END \"$1\"\n");
  const ShellRun run = bench.shell(
      "\"$GRABR\" --from-step $(($(wc -l <.grabr/input.reduced.txt.history) - 1)) ./t.sh "
      "input.txt");
  CHECK(run.exit == 3);
  check_contains(run.errors, "does not fail any more");
}

TEST_CASE("a reduction that runs is shown, waited for and stopped") {
  const RunningBench bench;
  const ShellRun run = bench.beside(
      "\"$GRABR\" status; \"$GRABR\" stop input.txt; \"$GRABR\" wait; echo \"waited: $?\"; wait");
  CAPTURE(run.output);
  CAPTURE(run.errors);
  check_contains(run.output, "input.txt: process ");
  check_contains(run.output, "ended with status 143");
  check_contains(run.output, "waited: 143");
  CHECK(std::filesystem::exists(bench.path() / "input.reduced.txt"));
  CHECK(bench.grabr("stop").exit == 1);
}

TEST_CASE("a reduction is stopped while its test is checked") {
  const RunningBench bench;
  bench.program("stuck.sh", "#!/bin/sh\nexec sleep 30\n");
  const ShellRun run = bench.shell(
      "\"$GRABR\" -q ./stuck.sh input.txt & "
      "until \"$GRABR\" status >\"$OUT\" 2>&1; do sleep 0.02; done; "
      "\"$GRABR\" stop; echo \"stop: $?\"; wait $!; echo \"reduction: $?\"");
  CAPTURE(run.errors);
  check_contains(run.output, "input.txt: ended while its test was checked");
  check_contains(run.output, "stop: 0");
  check_contains(run.output, "reduction: 143");
  CHECK(bench.grabr("status").exit == 2);
}

TEST_CASE("no later call loses the record of a reduction, nor takes its place unasked") {
  const RunningBench bench;
  bench.program("never.sh", "#!/bin/sh\nexit 1\n");
  CHECK(bench.grabr("-q -o a.txt ./t.sh input.txt").exit == 0);
  const std::string report = bench.read(".grabr/a.txt.report");
  const std::string status = bench.read(".grabr/a.txt.status");
  CHECK(bench.grabr("-q -o a.txt ./never.sh input.txt").exit == 3);
  const ShellRun again = bench.grabr("-o a.txt ./t.sh input.txt");
  check_contains(again.errors, "this was finished before: the same input, the same test");
  CHECK(bench.grabr("-q diff -c 'grep -q BUG $1' input.txt input.txt").exit != 0);
  bench.write("good.txt", "line 1\nEND\n");
  CHECK(bench.grabr("-q diff -c 'grep -q BUG $1' input.txt good.txt").exit == 0);
  CHECK(bench.read(".grabr/a.txt.report") == report);
  CHECK(bench.read(".grabr/a.txt.status") == status);
  check_contains(bench.grabr("status").output, "input.txt: ended with status 0");

  // Another output of the same input, and another test for the same output.
  CHECK(bench.grabr("-q -o b.txt ./t.sh input.txt").exit == 0);
  check_contains(bench.grabr("history").errors, "b.txt is meant, the newest; the others: a.txt\n");
  check_contains(bench.grabr("status").output, "input.txt → b.txt: ended with status 0");
  CHECK(bench.grabr("history b.txt").exit == 0);
  const ShellRun other = bench.grabr("-o b.txt -c 'grep -q END $1' input.txt");
  check_contains(other.errors, "b.txt is the result of another test, `./t.sh`, and is replaced");
  CHECK(bench.grabr("-q --fresh -o a.txt ./t.sh input.txt").exit == 0);
  CHECK(bench.read(".grabr/a.txt.report") != report);
  CHECK(bench.shell("ls .grabr/*.before").exit != 0);
}

TEST_CASE("links in a folder of kept files lead nowhere") {
  const RunningBench bench;
  bench.write("mine", "mine");
  bench.shell(
      "mkdir .grabr; for end in status status.new history original report test; "
      "do ln -s ../mine .grabr/input.reduced.txt.$end; done; ln -s ../mine .grabr/results");
  CHECK(bench.grabr("-q ./t.sh input.txt").exit == 0);
  CHECK(bench.read("mine") == "mine");
  CHECK(bench.grabr("history").exit == 0);
  bench.shell("mkdir elsewhere; rm -r .grabr; ln -s elsewhere .grabr");
  const ShellRun run = bench.grabr("-q ./t.sh input.txt");
  CHECK(run.exit == 2);
  check_contains(run.errors, ".grabr is a link: what grabr keeps would go where it leads\nhint: ");
  CHECK(std::filesystem::is_empty(bench.path() / "elsewhere"));
}

TEST_CASE("what is no file where grabr keeps one is named, and keeps nobody waiting" *
          doctest::test_suite("many runs")) {
  const RunningBench bench;
  bench.program("both.sh", "#!/bin/sh\ngrep -q BUG b.txt && grep -q A a.txt\n");
  bench.write("a.txt", "x A y\n");
  bench.write("b.txt", "x BUG y\n");
  REQUIRE(bench.grabr("-q ./t.sh input.txt").exit == 0);
  REQUIRE(bench.grabr("-q -o set/ ./both.sh a.txt b.txt").exit == 0);
  bench.shell("mv .grabr kept; mv set/.grabr set/kept");
  const std::vector<std::string> of_one = {"status",
                                           "show",
                                           "history",
                                           "stop",
                                           "wait",
                                           "report --html p.html",
                                           "explain",
                                           "-q ./t.sh input.txt",
                                           "--fresh ./t.sh input.txt"};
  const std::vector<std::string> of_set = {"-q -o set/ ./both.sh a.txt b.txt", "status set",
                                           "show set", "report --html p.html set"};
  const std::string others[] = {
      "mkdir", "ln -s /dev/zero",
      "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])'"};
  std::size_t number = 0;
  std::size_t named = 0;
  const auto look = [&](const std::string& folder, const std::string& file, const std::string& make,
                        const std::vector<std::string>& calls) {
    bench.shell("rm -rf .grabr set/.grabr; cp -r kept .grabr; cp -r set/kept set/.grabr; cd " +
                folder + "/.grabr && rm " + file + " && " + make + " " + file);
    for (const std::string& call : calls) {
      const ShellRun run = bench.shell("timeout 20 \"$GRABR\" " + call + " </dev/null");
      INFO(folder << ": " << make << " " << file << ": " << call << "\n" << run.errors);
      CHECK(run.exit < 124);
      CHECK(run.errors.find("internal error") == run.errors.npos);
      named += run.errors.find("where grabr keeps a file") != run.errors.npos ? 1 : 0;
    }
  };
  for (const std::string folder : {".", "set"}) {
    std::istringstream files(
        bench.shell("cd " + folder + "/kept && find . -type f ! -name '[2-9]*'").output);
    for (std::string file; std::getline(files, file);) {
      const std::vector<std::string>& calls = folder == "." ? of_one : of_set;
      look(folder, file, "mkfifo", calls);
      // The others keep nobody waiting where a pipe does not: a call in three, by turns.
      std::vector<std::string> some;
      for (std::size_t i = number % 3; i < calls.size(); i += 3) some.push_back(calls[i]);
      look(folder, file, others[number++ / 3 % 3], some);
    }
  }
  // Not all calls need all files; those that do say what is the matter.
  CHECK(named > 12);
}

TEST_CASE("a reduction that was killed is told from one that runs") {
  const RunningBench bench;
  const ShellRun run =
      bench.beside("kill -9 $!; wait; \"$GRABR\" status; \"$GRABR\" wait; echo \"waited: $?\"");
  check_contains(run.output, "was killed; the same command goes on");
  check_contains(run.output, "waited: 1");
}

TEST_CASE("a text by hand that fails becomes the best, one that does not fail is left alone") {
  const RunningBench bench;
  const ShellRun run = bench.beside(
      "printf 'nothing\\n' >.grabr/try.txt; sleep 0.1; touch go; wait; cat input.reduced.txt");
  CAPTURE(run.errors);
  CHECK(run.output.size() < 6);

  // What is there at the begin is left alone; the new one is longer than the best would be.
  std::filesystem::remove(bench.path() / "go");
  bench.shell("rm -r .grabr input.reduced.txt");
  const ShellRun taken =
      bench.beside("printf 'HAND BUG HAND\\n' >.grabr/try.txt; touch go; wait; \"$GRABR\" history");
  CAPTURE(taken.errors);
  check_contains(taken.output, "a text by hand");
  CHECK(bench.read("input.reduced.txt").size() < 6);
}

TEST_CASE("a larger text by hand does not take the place of the smallest result") {
  const RunningBench bench;
  // It waits for a file called go, and again after the text by hand.
  bench.program("slow.sh",
                "#!/bin/sh\ngrep -q BUG \"$1\" || exit 1\n"
                "[ $(wc -c <\"$1\") != 3000 ] || { touch \"$PLACE/taken\"; exit 0; }\n"
                "echo >>\"$OUT\"\nn=0\n"
                "while [ $n -lt 600 ] && { [ -e \"$PLACE/taken\" ] || "
                "{ [ $(wc -l <\"$OUT\") -gt 6 ] && [ ! -e \"$PLACE/go\" ]; }; }\n"
                "do sleep 0.05; n=$((n+1)); done\nexit 0\n");
  bench.write("large.txt", std::string(2996, 'x') + "BUG\n");
  const ShellRun run = bench.beside(
      "cp input.reduced.txt before; cp large.txt .grabr/try.txt; touch go; "
      "until [ -e taken ] && \"$GRABR\" history | grep -q 'a text by hand'; do sleep 0.05; done; "
      "cp input.reduced.txt during; \"$GRABR\" stop; wait; \"$GRABR\" history | tail -n 1");
  CAPTURE(run.output);
  CAPTURE(run.errors);
  const std::string result = bench.read("input.reduced.txt");
  CHECK(result.size() < 3000);
  CHECK(result.size() <= bench.read("before").size());
  CHECK(bench.read("during") == result);
  check_contains(run.output, "the smallest again");
  check_contains(bench.grabr("show --line").output,
                 " → " + std::to_string(result.size()) + " bytes");
}

TEST_CASE("the end of a reduction is shown again, from its file, its folder or beside it") {
  const RunningBench bench;
  CHECK(bench.grabr("-q ./t.sh input.txt").exit == 0);
  const ShellRun shown = bench.grabr("show input.txt");
  CAPTURE(shown.output);
  CHECK(shown.exit == 0);
  check_contains(shown.output, "input.txt: ended with status 0\n");
  check_contains(shown.output, "; the result is in input.reduced.txt\n");
  check_contains(shown.output, "\n    " + bench.read("input.reduced.txt"));
  check_contains(shown.output, "  pass ");
  CHECK(bench.grabr("show").output == shown.output);
  CHECK(bench.grabr("show .").output == shown.output);
  CHECK(bench.grabr("show .grabr").output == shown.output);
  CHECK(bench.grabr("show input.reduced.txt").output == shown.output);
  CHECK(bench.shell("cd / && \"$GRABR\" show \"$OLDPWD\"").output == shown.output);
  CHECK(bench.grabr("show nothing.txt").exit == 2);
}

TEST_CASE("what an earlier version kept of a reduction is read, too") {
  const RunningBench bench;
  bench.shell("mkdir .grabr");
  bench.write(".grabr/input.reduced.txt.status",
              R"({"schema": "grabr-status-1", "input": "input.txt", "output": "input.reduced.txt",
                  "process": 1, "process_started": 1, "phase": "", "bytes_before": 10, "bytes": 5,
                  "tests": 7, "smaller": 2, "began": 1, "last_gain": 2, "written": 3, "exit": 0,
                  "reason": ""})");
  check_contains(bench.grabr("status").output, "10 → 5 bytes, 7 tests (2 smaller)");
  check_contains(bench.grabr("show").output, "10 → 5 bytes (50.0%), 7 tests (2 smaller), 2.0 s");
}

TEST_CASE("several inputs have a status together, and so has a folder") {
  const RunningBench bench;
  bench.write("other.txt", "BUG\nmore\n");
  bench.program("both.sh", "#!/bin/sh\ngrep -q BUG input.txt && grep -q BUG other.txt\n");
  CHECK(bench.grabr("-q ./both.sh input.txt other.txt").exit == 0);
  const std::string bytes = std::to_string(bench.read("input.reduced.txt").size() +
                                           bench.read("other.reduced.txt").size());
  const std::string together = bench.grabr("status").output;
  check_contains(together, "input.txt, other.txt: ended with status 0");
  check_contains(together, " → " + bytes + " bytes");
  for (const char* name : {"input.txt", "other.txt", "other.reduced.txt"}) {
    CHECK(bench.grabr(std::string("status ") + name).output == together);
  }
  CHECK(bench.shell("rm -r .grabr; mkdir d; cp input.txt d/a.txt; echo x >d/b.txt").exit == 0);
  bench.program("folder.sh", "#!/bin/sh\ngrep -rq BUG .\n");
  CHECK(bench.grabr("-q ./folder.sh d").exit == 0);
  check_contains(bench.grabr("status").output, "d: ended with status 0");
  CHECK(bench.grabr("wait d").exit == 0);
}
