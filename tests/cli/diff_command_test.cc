// `grabr diff`, and the strategies of `grabr reduce` that look for what passes.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const std::string kGood = "alpha\nbeta\ngamma\ndelta\nepsilon\n";
const std::string kBad = "ALPHA\nbeta BUG\ngamma\nDELTA\nepsilon\nzeta\n";

/// Two inputs, and a test for which only one line of their difference matters.
struct Pair : Workshop {
  Pair() {
    program("t.sh", kHasBug);
    write("bad.txt", kBad);
    write("good.txt", kGood);
  }
};

void check_refused(const std::string& arguments, int exit, const std::string& message) {
  CAPTURE(arguments);
  const Pair pair;
  pair.program("cannot_tell.sh", "#!/bin/sh\nexit 125\n");
  pair.program("all_fail.sh", "#!/bin/sh\nexit 0\n");
  pair.program("unsure.sh", "#!/bin/sh\ngrep -q BUG \"$1\" || exit 125\n");
  const auto before = pair.files();
  const ShellRun run = pair.grabr("diff -j 1 " + arguments);
  CHECK(run.exit == exit);
  CHECK(run.output.empty());
  check_contains(run.errors, message);
  auto after = pair.files();
  after.erase(".grabr");
  CHECK(after == before);
}

/// The lines around the difference depend on the way to it.
void check_patch(const ShellRun& run) {
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.output, "--- good.txt\n+++ bad.txt\n@@ ");
  check_contains(run.output, "\n-beta\n+beta BUG\n");
  CHECK(std::count(run.output.begin(), run.output.end(), '\n') <= 12);
  check_contains(run.errors, "1 of 4 changes of lines makes the difference");
}

}  // namespace

TEST_CASE("the difference is printed as a patch, in each shape of a call" *
          doctest::test_suite("many runs")) {
  for (const char* call : {
           "diff ./t.sh bad.txt good.txt",
           "diff -t ./t.sh bad.txt good.txt",
           "diff -t ./t.sh -i bad.txt good.txt",
           "diff -c 'grep -q BUG @@' bad.txt good.txt",
           "diff bad.txt good.txt -- sh ./t.sh @@",
           "diff --exit 0 bad.txt good.txt -- grep -q BUG @@",
       }) {
    CAPTURE(call);
    const Pair pair;
    pair.program("t.sh", kHasBug);
    const std::string line = call;
    // A command of the user's is started in the test's folder.
    const ShellRun run = line.find("sh ./t.sh @@") != std::string::npos
                             ? pair.grabr("diff bad.txt good.txt -- \"$PWD/t.sh\" @@")
                             : pair.grabr(line);
    check_patch(run);
    CHECK(pair.files().count("bad.reduced.txt") == 0);
  }
}

TEST_CASE("what both inputs share is reduced in both" * doctest::test_suite("many runs")) {
  const Pair pair;
  // A program of the shell: what is not valid, or says nothing, is neither the one nor the other.
  pair.program("t.sh",
               "#!/bin/sh\n"
               "said=$(sh \"$1\" 2>/dev/null) || exit 125\n"
               "case $said in *wrong*) exit 0 ;; *right*) exit 1 ;; esac\n"
               "exit 125\n");
  const std::string head = "a=1\nb=2\nif true; then\n", tail = "c=3\necho $word\nfi\nd=4\n";
  pair.write("bad.txt", head + "word=wrong\n" + tail);
  pair.write("good.txt", head + "word=right\n" + tail);
  const ShellRun run =
      pair.grabr("diff --common -o bad.out --passing good.out ./t.sh bad.txt good.txt");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  // `if` and `fi` go only together, which single lines do not.
  CHECK(pair.read("bad.out") == "if true; then\nword=wrong\necho $word\nfi\n");
  CHECK(pair.read("good.out") == "if true; then\nword=right\necho $word\nfi\n");
  check_contains(run.output, "-word=right\n+word=wrong\n");
}

TEST_CASE("both neighbours can be kept, and differ as the patch says") {
  const Pair pair;
  const ShellRun run =
      pair.grabr("diff -o near-bad.txt --passing near-good.txt ./t.sh bad.txt good.txt");
  check_patch(run);
  check_contains(pair.read("near-bad.txt"), "beta BUG\n");
  CHECK(pair.read("near-good.txt").find("BUG") == std::string::npos);
  const ShellRun patched =
      pair.shell("diff -u --label good.txt --label bad.txt near-good.txt near-bad.txt");
  CHECK(patched.output == run.output);
}

TEST_CASE("smaller units give smaller differences") {
  const Pair pair;
  const ShellRun run =
      pair.grabr("diff --unit tokens -o f.txt --passing p.txt ./t.sh bad.txt good.txt");
  CHECK(run.exit == 0);
  const std::string failing = pair.read("f.txt");
  CHECK(failing.find("BUG") != std::string::npos);
  CHECK(failing.size() - pair.read("p.txt").size() <= std::string(" BUG\n").size());
}

TEST_CASE("as JSON") {
  const Pair pair;
  const ShellRun run = pair.grabr("diff --json -U 0 ./t.sh bad.txt good.txt");
  REQUIRE(run.exit == 0);
  const auto json = nlohmann::json::parse(run.output);
  CHECK(json["failing"] == "bad.txt");
  CHECK(json["passing"] == "good.txt");
  CHECK(json["unit"] == "lines");
  CHECK(json["changes"] == 4);
  CHECK(json["difference"] == 1);
  CHECK(json["tests"] > 2);
  CHECK(json["exit"] == 0);
  check_contains(json["patch"], "@@\n-beta\n+beta BUG\n");
}

TEST_CASE("a wrong beginning is told apart") {
  check_refused("./t.sh good.txt bad.txt", 3, "good.txt does not fail");
  check_refused("./all_fail.sh bad.txt good.txt", 8,
                "good.txt: the passing input does not pass: its test answers `fail`");
  check_refused("./unsure.sh bad.txt good.txt", 8, "its test answers `unresolved`");
  check_refused("./cannot_tell.sh bad.txt good.txt", 3, "not reproduced");
  check_refused("--no-preflight ./cannot_tell.sh bad.txt good.txt", 3, "not reproduced");
  check_refused("./t.sh bad.txt bad.txt", 2, "are equal: there is no difference");
  check_refused("./t.sh bad.txt missing.txt", 2, "missing.txt");
  check_refused("./t.sh bad.txt", 2, "hint");
  check_refused("", 2, "two inputs are needed");
  check_refused("-o good.txt ./t.sh bad.txt good.txt", 2, "would replace an input");
  check_refused("--passing bad.txt ./t.sh bad.txt good.txt", 2, "would replace an input");
  check_refused("-o x --passing x ./t.sh bad.txt good.txt", 2, "name one file");
  check_refused("--unit words ./t.sh bad.txt good.txt", 2, "invalid value 'words' for --unit");
}

TEST_CASE("a failure for want of something is not a vacuous test") {
  const Pair pair;
  pair.program("needs.sh", "#!/bin/sh\n! grep -q delta \"$1\"\n");
  const ShellRun run = pair.grabr("diff ./needs.sh bad.txt good.txt");
  CHECK(run.exit == 0);
  check_contains(run.output, "\n-delta\n+DELTA\n");
}

TEST_CASE("trace and difference are those of one worker" * doctest::test_suite("many runs")) {
  const Pair pair;
  std::string alone;
  for (const char* jobs : {"1", "2"}) {
    const ShellRun run = pair.grabr(std::string("diff --fresh -j ") + jobs + " --trace trace" +
                                    jobs + " ./t.sh bad.txt good.txt");
    if (alone.empty()) alone = run.output;
    CHECK(run.output == alone);
  }
  CHECK(pair.shell("sed 's/\"ms\":[0-9.]*//' trace1 > a; sed 's/\"ms\":[0-9.]*//' trace2 > b; "
                   "cmp a b")
            .exit == 0);
}

TEST_CASE("dd-max writes what passes, dd-diff both") {
  const std::string input = "V\"/+!aF-(V4EOz*+s/Q,7)2@0_";
  const std::string mystery =
      "#!/bin/sh\nx=$(cat \"$1\")\ncase $x in *'('*')'*) exit 0;; esac\nexit 1\n";
  const auto run = [&](const Workshop& shop, const std::string& strategy) {
    shop.program("t.sh", mystery);
    shop.write("in.txt", input);
    const ShellRun ran = shop.grabr("--python-set-order --strategy " + strategy + " ./t.sh in.txt");
    CAPTURE(ran.errors);
    CHECK(ran.exit == 0);
    return ran;
  };
  const Workshop max;
  check_contains(run(max, "dd-max").errors, "8 tests");
  CHECK(max.read("in.reduced.txt") == "V\"/+!aF-V4EOz*+s/Q,7)2@0_");
  CHECK(max.files().count("in.reduced.passing.txt") == 0);
  const Workshop both;
  check_contains(run(both, "dd-diff").errors,
                 "what passes (13 bytes) is in in.reduced.passing.txt");
  CHECK(both.read("in.reduced.txt") == "(z*+s/Q,7)2@0_");
  CHECK(both.read("in.reduced.passing.txt") == "z*+s/Q,7)2@0_");
  const Workshop min;
  check_contains(run(min, "dd-min").errors, "24 tests");
  CHECK(min.read("in.reduced.txt") == "()");
}

TEST_CASE("what passes goes where the result goes" * doctest::test_suite("many runs")) {
  const Pair pair;
  const std::string call = "--strategy dd-max --unit lines ./t.sh bad.txt";
  CHECK(pair.grabr("-q -o - " + call).output == "ALPHA\ngamma\nDELTA\nepsilon\nzeta\n");
  CHECK(pair.grabr("-q -I " + call).exit == 0);
  CHECK(pair.read("bad.txt") == "ALPHA\ngamma\nDELTA\nepsilon\nzeta\n");
  CHECK(pair.read("bad.txt.orig") == kBad);
}

TEST_CASE("strategies for what passes: what cannot be had") {
  const Pair pair;
  pair.program("all_fail.sh", "#!/bin/sh\nexit 0\n");
  const ShellRun fails = pair.grabr("--no-preflight -o - --strategy dd-diff ./all_fail.sh bad.txt");
  CHECK(fails.exit == 8);
  check_contains(fails.errors, "the passing input does not pass: with all chars removed");
  pair.program("undecided.sh", "#!/bin/sh\ngrep -q BUG \"$1\" || exit 125\n");
  const ShellRun none = pair.grabr("--strategy dd-max --unit lines ./undecided.sh bad.txt");
  CHECK(none.exit == 8);
  check_contains(none.errors, "no passing input was found");
  CHECK(pair.files().count("bad.reduced.txt") == 0);
  const ShellRun half = pair.grabr("--strategy dd-diff --unit lines ./undecided.sh bad.txt");
  CHECK(half.exit == 8);
  CHECK(pair.read("bad.reduced.txt") == "beta BUG\n");
  pair.program("empty_unsure.sh",
               "#!/bin/sh\ngrep -q BUG \"$1\" && exit 0\n[ -s \"$1\" ] || exit 125\nexit 1\n");
  CHECK(pair.grabr("--strategy dd-max --unit lines ./empty_unsure.sh bad.txt").exit == 0);
  const ShellRun chained = pair.grabr("--strategy 'dd-diff then sweep' ./t.sh bad.txt");
  CHECK(chained.exit == 2);
  check_contains(chained.errors, "it cannot be combined");
}

TEST_CASE("the difference by syntax trees") {
  const Pair pair;
  pair.write("good.json", "{\"a\": [1, 2], \"b\": false}\n");
  pair.write("bad.json", "{\"a\": [1, {\"k\": [0, \"BUG\"]}, 2], \"c\": true}\n");
  const ShellRun run =
      pair.grabr("diff --unit tree -g json -o near-bad.json ./t.sh bad.json good.json");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(pair.read("near-bad.json").find("\"BUG\"") != std::string::npos);
  CHECK(pair.read("near-bad.json").find("\"k\"") == std::string::npos);
  check_contains(run.errors, "1 of 3 changes of the tree makes the difference");
  const ShellRun json = pair.grabr("diff --json --unit tree -g json ./t.sh bad.json good.json");
  const auto found = nlohmann::json::parse(json.output);
  CHECK(found["unit"] == "tree");
  CHECK(found["difference"] == 1);
}

TEST_CASE("trees are those of sentences") {
  const Pair pair;
  pair.write("good.json", "{\"a\": }\n");
  pair.write("bad.json", "[\"BUG\"]\n");
  const ShellRun broken = pair.grabr("diff --unit tree -g json ./t.sh bad.json good.json");
  CHECK(broken.exit == 4);
  check_contains(broken.errors, "good.json:1:7: ");
  check_contains(broken.errors, "--unit tokens needs no tree");
  const ShellRun unknown = pair.grabr("diff --unit tree ./t.sh bad.txt good.txt");
  CHECK(unknown.exit == 2);
  check_contains(unknown.errors, "--grammar");
}
