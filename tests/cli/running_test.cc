// A reduction controlled from another terminal: status, stop, wait, history, and a text edited by
// hand.
#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

Files running_files() {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "line " + std::to_string(i) + "\n";
  return {{"input.txt", text + "BUG\nEND\n"},
          {"other.txt", "BUG\nmore\n"},
          {"good.txt", "line 1\nEND\n"},
          {"a.txt", "x A y\n"},
          {"b.txt", "x BUG y\n"},
          {"d/a.txt", "BUG\n"},
          {"d/b.txt", "x\n"},
          {"t.sh", kHasBug},
          {"both.sh", "#!/bin/sh\ngrep -q BUG input.txt && grep -q BUG other.txt\n"},
          {"pair.sh", "#!/bin/sh\ngrep -q BUG b.txt && grep -q A a.txt\n"},
          {"folder.sh", "#!/bin/sh\ngrep -rq BUG .\n"},
          {"never.sh", "#!/bin/sh\nexit 1\n"},
          {"stuck.sh", "#!/bin/sh\nexec sleep 30\n"},
          // Waits until a file "go" exists, unless the text contains the word HAND.
          {"slow.sh",
           "#!/bin/sh\ngrep -q BUG \"$1\" || exit 1\n"
           "echo >>\"$OUT\"\nn=0\n"
           "while [ $(wc -l <\"$OUT\") -gt 6 ] && [ ! -e \"$PLACE/go\" ] && [ $n -lt 600 ] && "
           "! grep -q HAND \"$1\"; do sleep 0.05; n=$((n+1)); done\nexit 0\n"}};
}

const std::string kOnce = "-q ./t.sh input.txt";

/// A reduction in the background that waits inside a test, and then this line.
std::string beside(const std::string& line) {
  return "$ export PLACE=$PWD; : >\"$OUT\"; \"$GRABR\" -q -j1 --no-preflight --timeout 60 "
         "./slow.sh "
         "input.txt & while [ $(wc -l <\"$OUT\") -lt 7 ]; do sleep 0.02; done; " +
         line;
}

}  // namespace

TEST_CASE("the steps and the end of a reduction are shown, by its file, its folder, or beside it") {
  const Workshop bench(running_files());
  const std::string last = "$(($(wc -l <.grabr/input.reduced.txt.history) - 1))";
  check_calls(
      bench,
      {{kOnce},
       {"show --steps input.txt >list && cat list", 0, {}, "what was done"},
       {"show --step 0 | cmp - input.txt"},
       {"history --show " + last + " | cmp - input.reduced.txt"},
       {"history input.txt 0 | cmp - input.txt"},
       {"show --step 999", 2, "there are steps 0 to"},
       {"show --steps other.txt", 2, "no reduction of other.txt is known"},
       {"show --line >line && cat line", 0, {}, "finished"},
       {"show --watch | cmp - line"},
       // The old option names, also after another option.
       {"history input.txt | cmp - list"},
       {"history --show 0 | cmp - input.txt"},
       {"status | cmp - line"},
       {"--cache .grabr status | cmp - line"},
       {"show input.txt >all && cat all",
        0,
        {},
        {"input.txt: finished\n", "; the result is in input.reduced.txt\n",
         "\n    " + std::string("BUG"), "  pass "}},
       {"show | cmp - all"},
       {"show . | cmp - all"},
       {"show .grabr | cmp - all"},
       {"show input.reduced.txt | cmp - all"},
       {"$ here=$PWD; cd / && \"$GRABR\" show $here | cmp - $here/all"},
       {"show nothing.txt", 2},
       // A reduction that starts from a step of the previous one.
       {"history --show 1 >first"},
       {"--from-step 1 --trace t.jsonl ./t.sh input.txt", 0, "going on from step 1: "},
       {"history --show 0 | cmp - first"},
       {"$ grep -q 'from step' t.jsonl && [ $(wc -c <input.reduced.txt) -lt 6 ]"},
       {"--from-step 99 ./t.sh input.txt", 2, "the previous run has steps 0 to"},
       {"-q --fresh --cache elsewhere --from-step 1 ./t.sh input.txt", 2, "there is no history"},
       {"$ printf '#!/bin/sh\\ngrep -q END \"$1\"\\n' >t.sh; \"$GRABR\" --from-step " + last +
            " ./t.sh input.txt",
        3, "no longer fails"}});
}

TEST_CASE("a reduction is found by its input, output or report; or it is the newest one" *
          doctest::test_suite("many runs")) {
  const Workshop bench(running_files());
  CHECK(bench.grabr("-q -o old.txt ./t.sh input.txt").exit == 0);
  CHECK(bench.grabr("-q -o new.txt --report new.json ./t.sh input.txt").exit == 0);
  const std::string which = "new.txt is used, the newest; the others: old.txt\n";
  for (const std::string command : {"show --steps", "show --pretty", "show --markdown", "history",
                                    "explain", "verify", "report --html -", "wait"}) {
    const ShellRun expected = bench.grabr(command + " new.txt");
    CHECK(expected.errors.find("no reduction") == std::string::npos);
    for (const char* name : {"", "input.txt", "new.txt", "new.json", ".grabr/new.txt.report"}) {
      const ShellRun run = bench.grabr(command + " " + name);
      CAPTURE(command);
      CAPTURE(name);
      CAPTURE(run.errors);
      CHECK(run.exit == expected.exit);
      CHECK(run.output.empty() == expected.output.empty());
      const bool is_clear = std::string(name).starts_with("new") || name[0] == '.';
      CHECK((run.errors.find(which) == run.errors.npos) == is_clear);
    }
    CHECK(bench.grabr(command + " t.sh").exit == 2);
    check_contains(bench.grabr(command + " t.sh").errors, "no reduction of t.sh is known");
  }
}

TEST_CASE("what is of one input says so of a folder, and what to do instead") {
  const Workshop bench(running_files());
  REQUIRE(bench.grabr("-q ./folder.sh d").exit == 0);
  const std::pair<const char*, const char*> refused[] = {
      {"show --steps", "hint: grabr report --html OUT"},
      {"show --step 1", "hint: grabr report --html OUT"},
      {"show --pretty", "hint: grabr report --html OUT"},
      {"explain", "hint: grabr explain TEST FILE"},
      {"verify", "hint: run the test on the result"}};
  for (const auto& row : refused) {
    const char *const command = row.first, *const hint = row.second;
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
  check_calls(Workshop(running_files()), {{kOnce},
                                          {"$ cat .grabr/.gitignore", 0, {}, "=*\n"},
                                          {"-q -o d/out.txt ./never.sh input.txt", 3},
                                          {"$ test -e d/.grabr", 1},
                                          {"-q --cache kept ./folder.sh d"},
                                          {"$ cat kept/.gitignore", 0, {}, "=*\n"}});
}

TEST_CASE(
    "a reduction that runs is watched, waited for, stopped, or told from one that was killed") {
  check_calls(Workshop(running_files()),
              {{beside("(sleep 0.3; touch go) & \"$GRABR\" show --watch; wait"),
                0,
                {},
                {"input.txt: process ", "\ninput.txt: finished; "}},
               {"$ rm -r go .grabr"},
               {beside("\"$GRABR\" status; \"$GRABR\" stop input.txt; \"$GRABR\" wait; echo "
                       "\"waited: $?\"; wait"),
                0,
                {},
                {"input.txt: process ", "ended with status 143", "waited: 143"}},
               {"$ test -e input.reduced.txt"},
               {"stop", 1},
               {"$ rm -r .grabr"},
               {beside("kill -9 $!; wait; \"$GRABR\" status; \"$GRABR\" wait; echo \"waited: $?\""),
                0,
                {},
                {"was killed; the same command goes on", "waited: 1"}},
               // Also while its test is checked.
               {"$ rm -r .grabr; \"$GRABR\" -q ./stuck.sh input.txt & "
                "until \"$GRABR\" status >\"$OUT\" 2>&1; do sleep 0.02; done; "
                "\"$GRABR\" stop; echo \"stop: $?\"; wait $!; echo \"reduction: $?\"",
                0,
                {},
                {"input.txt: ended while its test was checked", "stop: 0", "reduction: 143"}},
               {"status", 2}});
}

TEST_CASE("no later call loses the record of a reduction, nor takes its place unasked") {
  check_calls(Workshop(running_files()),
              {{"-q -o a.out ./t.sh input.txt"},
               {"$ cp .grabr/a.out.report report; cp .grabr/a.out.status status"},
               {"-q -o a.out ./never.sh input.txt", 3},
               {"-o a.out ./t.sh input.txt", 0, "already finished: the same input, the same test"},
               {"-q diff -c 'grep -q BUG $1' input.txt input.txt", 2},
               {"-q diff -c 'grep -q BUG $1' input.txt good.txt"},
               {"$ cmp .grabr/a.out.report report && cmp .grabr/a.out.status status"},
               {"status", 0, {}, "input.txt: finished"},
               // Another output of the same input, and another test for the same output.
               {"-q -o b.out ./t.sh input.txt"},
               {"history", 0, "b.out is used, the newest; the others: a.out"},
               {"status", 0, {}, "input.txt → b.out: finished"},
               {"history b.out"},
               {"-o b.out -c 'grep -q END $1' input.txt", 0,
                "b.out is the result of another test, `./t.sh`, and is replaced"},
               {"-q --fresh -o a.out ./t.sh input.txt"},
               {"$ cmp -s .grabr/a.out.report report", 1},
               {"$ ls .grabr/*.before", 2}});
}

TEST_CASE("links in a folder of kept files lead nowhere") {
  check_calls(
      Workshop(running_files()),
      {{"$ echo mine >mine; mkdir .grabr; for end in status status.new history original report "
        "test; "
        "do ln -s ../mine .grabr/input.reduced.txt.$end; done; ln -s ../mine .grabr/results"},
       {kOnce},
       {"$ cat mine", 0, {}, "=mine\n"},
       {"history"},
       {"$ mkdir elsewhere; rm -r .grabr; ln -s elsewhere .grabr"},
       {kOnce, 2, ".grabr is a link: grabr's files would be written to its target\nhint: "},
       {"$ ls elsewhere", 0, {}, "="}});
}

TEST_CASE("what is no file where grabr keeps one is named, and keeps nobody waiting" *
          doctest::test_suite("many runs")) {
  const Workshop bench(running_files());
  check_calls(bench, {{kOnce},
                      {"-q -o set/ ./pair.sh a.txt b.txt"},
                      {"$ mv .grabr kept; mv set/.grabr set/kept"}});
  const std::vector<std::string> of_one = {"status",  "show", "history",
                                           "stop",    "wait", "report --html p.html",
                                           "explain", kOnce,  "--fresh ./t.sh input.txt"};
  const std::vector<std::string> of_set = {"-q -o set/ ./pair.sh a.txt b.txt", "status set",
                                           "show set", "report --html p.html set"};
  // Calls and kinds of non-files are combined in turn.
  const std::string others[] = {
      "mkfifo", "mkdir",
      "mkfifo", "ln -s /dev/zero",
      "mkfifo", "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])'"};
  std::size_t number = 0, named = 0;
  for (const std::string folder : {".", "set"}) {
    const std::vector<std::string>& calls = folder == "." ? of_one : of_set;
    std::istringstream files(
        bench.shell("cd " + folder + "/kept && find . -type f ! -name '[2-9]*'").output);
    for (std::string file; std::getline(files, file); ++number) {
      const std::string& make = others[number % 6];
      bench.shell("rm -rf .grabr set/.grabr; cp -r kept .grabr; cp -r set/kept set/.grabr; cd " +
                  folder + "/.grabr && rm " + file + " && " + make + " " + file);
      for (std::size_t i = number % 2; i < calls.size(); i += 2) {
        const ShellRun run = bench.shell("timeout 20 \"$GRABR\" " + calls[i] + " </dev/null");
        INFO(folder << ": " << make << " " << file << ": " << calls[i] << "\n" << run.errors);
        CHECK(run.exit < 124);
        CHECK(run.errors.find("internal error") == run.errors.npos);
        named += run.errors.find("where grabr keeps a file") != run.errors.npos ? 1 : 0;
      }
    }
  }
  // Not every call needs every file; those that do report the problem.
  CHECK(named > 3);
}

TEST_CASE("a text by hand that fails becomes the best, one that does not fail is left alone") {
  check_calls(
      Workshop(running_files()),
      {{beside("printf 'nothing\\n' >.grabr/try.txt; sleep 0.1; touch go; wait")},
       {"$ [ $(wc -c <input.reduced.txt) -lt 6 ] && rm -r go .grabr input.reduced.txt"},
       // A try.txt that exists at the start is ignored; the new one is longer than the best text
       // would be.
       {beside("printf 'HAND BUG HAND\\n' >.grabr/try.txt; touch go; wait; \"$GRABR\" history"),
        0,
        {},
        "a text by hand"},
       {"$ [ $(wc -c <input.reduced.txt) -lt 6 ]"}});
}

TEST_CASE("a larger text by hand does not take the place of the smallest result") {
  const Workshop bench(running_files());
  // The test waits for a file "go", and again after the text edited by hand.
  bench.program("slow.sh",
                "#!/bin/sh\ngrep -q BUG \"$1\" || exit 1\n"
                "[ $(wc -c <\"$1\") != 3000 ] || { touch \"$PLACE/taken\"; exit 0; }\n"
                "echo >>\"$OUT\"\nn=0\n"
                "while [ $n -lt 600 ] && { [ -e \"$PLACE/taken\" ] || "
                "{ [ $(wc -l <\"$OUT\") -gt 6 ] && [ ! -e \"$PLACE/go\" ]; }; }\n"
                "do sleep 0.05; n=$((n+1)); done\nexit 0\n");
  bench.write("large.txt", std::string(2996, 'x') + "BUG\n");
  check_calls(
      bench,
      {{beside(
            "cp input.reduced.txt before; cp large.txt .grabr/try.txt; touch go; "
            "until [ -e taken ] && \"$GRABR\" history | grep -q 'a text by hand'; do sleep 0.05; "
            "done; cp input.reduced.txt during; \"$GRABR\" stop; wait; "
            "\"$GRABR\" history | tail -n 1"),
        0,
        {},
        "the smallest again"},
       {"$ cmp during input.reduced.txt && [ $(wc -c <during) -le $(wc -c <before) ]"},
       {"$ \"$GRABR\" show --line | grep \" → $(wc -c <during) bytes\"", 0, {}, " bytes"}});
}

TEST_CASE("what an earlier version kept is read; several inputs, and a folder, have one status") {
  const Workshop bench(running_files());
  bench.shell("mkdir .grabr");
  bench.write(".grabr/input.reduced.txt.status",
              R"({"schema": "grabr-status-1", "input": "input.txt", "output": "input.reduced.txt",
                  "process": 1, "process_started": 1, "phase": "", "bytes_before": 10, "bytes": 5,
                  "tests": 7, "smaller": 2, "began": 1, "last_gain": 2, "written": 3, "exit": 0,
                  "reason": ""})");
  check_calls(bench,
              {{"status", 0, {}, "10 → 5 bytes, 7 tests (2 smaller)"},
               {"show", 0, {}, "10 → 5 bytes (50.0%), 7 tests (2 smaller), 2.0 s"},
               {"$ rm -r .grabr; \"$GRABR\" -q ./both.sh input.txt other.txt"},
               {"status >status; cat status", 0, {}, "input.txt, other.txt: finished"},
               {"$ grep \" → $(cat input.reduced.txt other.reduced.txt | wc -c) bytes\" status",
                0,
                {},
                "bytes"},
               {"status input.txt | cmp - status"},
               {"status other.txt | cmp - status"},
               {"status other.reduced.txt | cmp - status"},
               {"$ rm -r .grabr; \"$GRABR\" -q ./folder.sh d"},
               {"status", 0, {}, "d: finished"},
               {"wait d"}});
}
