// `grabr diff`, and the strategies of `grabr reduce` that look for a passing text.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const std::string kBad = "ALPHA\nbeta BUG\ngamma\nDELTA\nepsilon\nzeta\n";

/// Two inputs, and tests; for the first test only one of the differing lines matters.
const Files kPair = {{"t.sh", kHasBug},
                     {"bad.txt", kBad},
                     {"good.txt", "alpha\nbeta\ngamma\ndelta\nepsilon\n"},
                     {"cannot_tell.sh", "#!/bin/sh\nexit 125\n"},
                     {"all_fail.sh", "#!/bin/sh\nexit 0\n"},
                     {"unsure.sh", "#!/bin/sh\ngrep -q BUG \"$1\" || exit 125\n"},
                     {"good.json", "{\"a\": [1, 2], \"b\": false}\n"},
                     {"bad.json", "{\"a\": [1, {\"k\": [0, \"BUG\"]}, 2], \"c\": true}\n"}};

/// The context lines depend on which differences were removed first.
const Parts kPatch = {"--- good.txt\n+++ bad.txt\n@@ ", "\n-beta\n+beta BUG\n"};

}  // namespace

TEST_CASE("the difference is printed as a patch, in each shape of a call" *
          doctest::test_suite("many runs")) {
  for (const char* call : {
           "./t.sh bad.txt good.txt",
           "-t ./t.sh bad.txt good.txt",
           "-t ./t.sh -i bad.txt good.txt",
           "-c 'grep -q BUG @@' bad.txt good.txt",
           // A command that the user names runs in the test's folder.
           "bad.txt good.txt -- \"$PWD/t.sh\" @@",
           "--exit 0 bad.txt good.txt -- grep -q BUG @@",
       }) {
    check_calls(Workshop(kPair),
                {{"diff " + std::string(call) +
                      " >patch; status=$?; cat patch; "
                      "[ $(wc -l <patch) -le 12 ] && [ ! -e bad.reduced.txt ] && exit $status",
                  0, "1 of 4 changes of lines makes the difference", kPatch}});
  }
}

TEST_CASE("what both inputs share is reduced in both" * doctest::test_suite("many runs")) {
  // A shell script: candidates that are invalid, or print nothing, are unresolved.
  const std::string head = "a=1\nb=2\nif true; then\n", tail = "c=3\necho $word\nfi\nd=4\n";
  check_calls(Workshop({{"t.sh",
                         "#!/bin/sh\n"
                         "said=$(sh \"$1\" 2>/dev/null) || exit 125\n"
                         "case $said in *wrong*) exit 0 ;; *right*) exit 1 ;; esac\n"
                         "exit 125\n"},
                        {"bad.txt", head + "word=wrong\n" + tail},
                        {"good.txt", head + "word=right\n" + tail}}),
              {{"diff --common -o bad.out --passing good.out ./t.sh bad.txt good.txt",
                0,
                {},
                "-word=right\n+word=wrong\n"},
               // `if` and `fi` can only be removed together, which single lines cannot do.
               {"$ cat bad.out", 0, {}, "=if true; then\nword=wrong\necho $word\nfi\n"},
               {"$ cat good.out", 0, {}, "=if true; then\nword=right\necho $word\nfi\n"}});
}

TEST_CASE("both neighbours can be kept, and differ as the patch says; of any unit; as JSON") {
  const Workshop pair(kPair);
  check_calls(
      pair,
      {{"diff -o f.txt --passing p.txt ./t.sh bad.txt good.txt >patch; cat patch", 0, {}, kPatch},
       {"$ diff -u --label good.txt --label bad.txt p.txt f.txt | cmp - patch"},
       {"$ grep 'beta BUG' f.txt && ! grep BUG p.txt", 0, {}, "BUG"},
       {"diff --unit tokens -o f.txt --passing p.txt ./t.sh bad.txt good.txt"},
       {"$ grep BUG f.txt && [ $(($(wc -c <f.txt) - $(wc -c <p.txt))) -le 5 ]", 0, {}, "BUG"},
       {"diff --unit tree -g json -o f.json ./t.sh bad.json good.json && cat f.json",
        0,
        "1 of 3 changes of the tree makes the difference",
        {"\"BUG\"", "!\"k\""}},
       {"diff --json --unit tree -g json ./t.sh bad.json good.json",
        0,
        {},
        {"\"unit\": \"tree\"", "\"difference\": 1"}},
       // A test that fails because something is missing is not a vacuous test.
       {"diff -c '! grep -q delta @@' bad.txt good.txt", 0, {}, "\n-delta\n+DELTA\n"}});
  const ShellRun run = pair.grabr("diff --json -U 0 ./t.sh bad.txt good.txt");
  REQUIRE(run.exit == 0);
  auto json = nlohmann::json::parse(run.output);
  check_contains(json["patch"], "@@\n-beta\n+beta BUG\n");
  CHECK(json["tests"] > 2);
  json.erase("patch");
  json.erase("tests");
  CHECK(json == nlohmann::json({{"failing", "bad.txt"},
                                {"passing", "good.txt"},
                                {"unit", "lines"},
                                {"changes", 4},
                                {"difference", 1},
                                {"exit", 0}}));
}

TEST_CASE("a wrong beginning is told apart") {
  check_refusals(
      kPair, {{"diff -j 1 ./t.sh good.txt bad.txt", 3, "good.txt does not fail"},
              {"diff -j 1 ./all_fail.sh bad.txt good.txt", 8,
               "good.txt: the passing input does not pass: its test answers `fail`"},
              {"diff -j 1 ./unsure.sh bad.txt good.txt", 8, "its test answers `unresolved`"},
              {"diff -j 1 ./cannot_tell.sh bad.txt good.txt", 3, "not reproduced"},
              {"diff -j 1 --no-preflight ./cannot_tell.sh bad.txt good.txt", 3, "not reproduced"},
              {"diff ./t.sh bad.txt bad.txt", 2, "are equal: there is no difference"},
              {"diff ./t.sh bad.txt missing.txt", 2, "missing.txt"},
              {"diff ./t.sh bad.txt", 2, "hint"},
              {"diff", 2, "two inputs are needed"},
              {"diff -o good.txt ./t.sh bad.txt good.txt", 2, "is read by this call"},
              {"diff --passing bad.txt ./t.sh bad.txt good.txt", 2, "is read by this call"},
              {"diff -o x --passing x ./t.sh bad.txt good.txt", 2, "name one file"},
              {"diff --unit words ./t.sh bad.txt good.txt", 2, "invalid value 'words' for --unit"},
              {"diff --unit tree ./t.sh bad.txt good.txt", 2, "--grammar"},
              {"diff --unit tree -g json ./t.sh bad.json t.sh",
               4,
               {"t.sh:1:1: ", "--unit tokens needs no tree"}}});
}

TEST_CASE("trace and difference are those of one worker" * doctest::test_suite("many runs")) {
  const std::string call = " --fresh ./t.sh bad.txt good.txt ";
  check_calls(Workshop(kPair),
              {{"diff -j 1 --trace 1" + call + ">one"},
               {"diff -j 2 --trace 2" + call + "| cmp - one"},
               {"$ for i in 1 2; do sed -i 's/\"ms\":[0-9.]*//' $i; done; cmp 1 2"}});
}

TEST_CASE("dd-max writes what passes, dd-diff both") {
  const Workshop shop(
      {{"t.sh", "#!/bin/sh\nx=$(cat \"$1\")\ncase $x in *'('*')'*) exit 0;; esac\nexit 1\n"},
       {"in.txt", "V\"/+!aF-(V4EOz*+s/Q,7)2@0_"}});
  const std::string call = "--fresh --python-set-order ./t.sh in.txt --strategy ";
  check_calls(shop, {{call + "dd-max", 0, "8 tests"},
                     {"$ cat in.reduced.txt", 0, {}, "=V\"/+!aF-V4EOz*+s/Q,7)2@0_"},
                     {"$ test -e in.reduced.passing.txt", 1},
                     {call + "dd-diff", 0, "input (13 bytes) is in in.reduced.passing.txt"},
                     {"$ cat in.reduced.txt", 0, {}, "=(z*+s/Q,7)2@0_"},
                     {"$ cat in.reduced.passing.txt", 0, {}, "=z*+s/Q,7)2@0_"},
                     {call + "dd-min", 0, "24 tests"},
                     {"$ cat in.reduced.txt", 0, {}, "=()"}});
}

TEST_CASE("dd-max repairs a text with one sign too many where the empty text fails") {
  check_calls(Workshop({{"t.sh", "#!/bin/sh\ngrep -qx '[[]11,.*[0-9]]' \"$1\" && exit 1\nexit 0\n"},
                        {"in.txt", "[11,2,3333,]\n"}}),
              {{"-q -o - --strategy dd-max --unit chars ./t.sh in.txt", 0, {}, "=[11,2,3333]\n"}});
}

TEST_CASE("what passes goes where the result goes" * doctest::test_suite("many runs")) {
  const Workshop pair(kPair);
  const std::string call = " --strategy dd-max --unit lines ./t.sh bad.txt";
  const std::string passing = "=ALPHA\ngamma\nDELTA\nepsilon\nzeta\n";
  check_calls(pair, {{"-q -o -" + call, 0, {}, passing},
                     {"-q -I" + call + " && cat bad.txt", 0, {}, passing},
                     {"$ cat bad.txt.orig", 0, {}, "=" + kBad}});
}

TEST_CASE("strategies for what passes: what cannot be had") {
  const Workshop pair(kPair);
  pair.program("empty_unsure.sh",
               "#!/bin/sh\ngrep -q BUG \"$1\" && exit 0\n[ -s \"$1\" ] || exit 125\nexit 1\n");
  check_calls(
      pair,
      {{"--no-preflight -o - --strategy dd-diff ./all_fail.sh bad.txt", 8,
        "the passing input does not pass: with all chars removed"},
       {"--strategy dd-max --unit lines ./unsure.sh bad.txt", 8, "no passing input was found"},
       {"$ test -e bad.reduced.txt", 1},
       {"--strategy dd-diff --unit lines ./unsure.sh bad.txt", 8},
       {"$ cat bad.reduced.txt", 0, {}, "=beta BUG\n"},
       {"--strategy dd-max --unit lines ./empty_unsure.sh bad.txt"},
       {"--strategy 'dd-diff then sweep' ./t.sh bad.txt", 2, "it cannot be combined"}});
}
