#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

/// Pairs of parentheses around something, in the language of expressions.
const char* const kDoubled = "#!/bin/sh\ngrep -q '((.*))' \"$1\"\n";

struct ExplainShop : Workshop {
  ExplainShop() {
    program("t.sh", kDoubled);
    write("in.expr", "1 + ((2 * 3))");
    write("small.expr", "((0))");
  }

  ShellRun explain(const std::string& arguments) const { return grabr("explain " + arguments); }

  void reduce(const std::string& more = "") const {
    REQUIRE(grabr("-q -g expr " + more + " ./t.sh in.expr").exit == 0);
  }

  void check_refused(const std::string& arguments, int exit, const std::string& words) const {
    const ShellRun run = explain(arguments);
    CAPTURE(arguments);
    CHECK(run.exit == exit);
    check_contains(run.errors, words);
    CHECK(run.output.empty());
  }
};

/// Of no matter where it is not about counts.
const std::string kFew = "--samples 5 --together 10 ";

const char* const kAbstraction = "((<expr>))";

/// How many of the files in the folder `fresh` the test calls failing.
std::string count_failing(const std::string& test) {
  return "n=0; for f in fresh/*; do " + test + " $f && n=$((n+1)); done; echo $n";
}

}  // namespace

TEST_CASE("explain and compare have no options of what they do not do") {
  const ExplainShop shop;
  for (const char* command : {"explain", "compare"}) {
    const std::string help = shop.grabr(std::string("help ") + command + " all").output;
    CHECK(help.find("--timeout") != help.npos);
    for (const char* option : {"--ui ", "--trace", "--report FILE", "--minimizer", "--style"}) {
      CAPTURE(option);
      CHECK(help.find(option) == help.npos);
    }
  }
}

TEST_CASE("after a reduction no word is needed, and nothing is asked twice" *
          doctest::test_suite("many runs")) {
  const ExplainShop shop;
  shop.reduce();
  const ShellRun first = shop.explain("");
  INFO(first.errors);
  CHECK(first.exit == 0);
  check_contains(first.output, kAbstraction);
  check_contains(first.output, "any <expr> (20 of 20 fail)");
  check_contains(first.output, "All parts at once: 100 of 100 fail (at 95 %: at most 3.0 % do");
  const ShellRun again = shop.explain("in.reduced.expr");
  CHECK(again.output == first.output);
  check_contains(again.errors, "; 2 ran, the other answers were known");
}

TEST_CASE("the test of a report, from anywhere; or one that is named") {
  const ExplainShop shop;
  shop.reduce("--report r.json");
  const std::string expected = shop.explain(kFew + "in.reduced.expr").output;
  const ShellRun of_report =
      shop.shell("cd / && \"$GRABR\" explain " + kFew + "\"$OLDPWD/r.json\"");
  INFO(of_report.errors);
  CHECK(of_report.output == expected);
  CHECK(shop.explain(kFew + "-g expr ./t.sh small.expr").output == expected);
  CHECK(shop.explain(kFew + "-g expr -t ./t.sh -i small.expr").output == expected);
  CHECK(shop.explain(kFew + "-g expr -c 'grep -q \"((.*))\" @@' small.expr").output == expected);
  CHECK(shop.explain(kFew + "-g expr --exit 0 small.expr -- grep '((.*))' @@").output == expected);
}

TEST_CASE("a test that is named sees a known result under the name of its input") {
  const ExplainShop shop;
  shop.program("named.sh", "#!/bin/sh\nexec grep -q '((.*))' in.expr\n");
  REQUIRE(shop.grabr("-q -g expr ./named.sh in.expr").exit == 0);
  const ShellRun run = shop.explain(kFew + "-g expr ./named.sh in.reduced.expr");
  INFO(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.output, kAbstraction);
}

TEST_CASE("the same for any number of jobs, another choice for another seed") {
  const ExplainShop shop;
  const std::string call = kFew + "--fresh -g expr --json - ./t.sh small.expr ";
  const ShellRun one = shop.explain(call + "-j 1");
  CHECK(one.exit == 0);
  CHECK(shop.explain(call + "-j 4").output == one.output);
  const Json json = Json::parse(one.output);
  CHECK(json["seed"] == 0);
  CHECK(Json::parse(shop.explain(call + "--seed 3").output)["seed"] == 3);
}

TEST_CASE("200 fresh sentences of the abstraction fail alike" * doctest::test_suite("many runs")) {
  const ExplainShop shop;
  REQUIRE(shop.explain("-g expr --abstraction more.json ./t.sh small.expr").exit == 0);
  CHECK(shop.grabr("grammar check more.json").exit == 0);
  REQUIRE(shop.grabr("generate -g more.json -n 200 --seed 77 -o fresh").exit == 0);
  CHECK(shop.shell(count_failing("./t.sh")).output == "200\n");
}

TEST_CASE("a real interpreter: a parameter that is global, too" *
          doctest::test_suite("many runs")) {
  const ExplainShop shop;
  // The texts are compiled and not run.
  shop.write("compile.py",
             "import sys, warnings\n"
             "warnings.simplefilter('ignore')\n"
             "def fails(path):\n"
             "    try:\n"
             "        compile(open(path).read(), 'text', 'exec')\n"
             "    except SyntaxError as error:\n"
             "        return 'is parameter and global' in str(error)\n"
             "    return False\n"
             "print(sum(map(fails, sys.argv[1:])))\n");
  shop.write("in.py", "x = 1\ndef f(a, b):\n    global b\n    return a + x\n");
  const std::string grammar = "-g '" GRABR_SOURCE_DIR "/grammars/python.json' ";
  REQUIRE(
      shop.grabr("-q " + grammar + "--stdout '^1$' in.py -- python3 -IS $PWD/compile.py @@").exit ==
      0);
  const ShellRun run =
      shop.explain("--samples 10 --together 90 --abstraction more.json --json e.json");
  INFO(run.errors);
  CHECK(run.exit == 0);
  CAPTURE(run.output);
  const Json json = Json::parse(shop.read("e.json"));
  CHECK(json["together"]["failed"] == 90);
  bool linked = false;
  for (const Json& part : json["parts"]) linked |= part["verdict"] == "linked";
  CHECK(linked);
  REQUIRE(shop.grabr("generate -g more.json -n 200 --seed 77 -o fresh").exit == 0);
  CHECK(std::stoi(shop.shell("python3 -IS compile.py fresh/*").output) >= 190);
}

TEST_CASE("comments in the result, which stays the same") {
  const ExplainShop shop;
  shop.program("bug.sh", "#!/bin/sh\ngrep -q 'bug()' \"$1\"\n");
  shop.write("small.js", "bug()\n");
  const ShellRun run = shop.explain(kFew + "--comments -g javascript ./bug.sh small.js");
  INFO(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.output, "// `bug`: matters: with ");
  check_contains(run.output, "bug()");
  shop.write("commented.js", run.output);
  CHECK(shop.shell("./bug.sh commented.js").exit == 0);
  const ShellRun none = shop.explain(kFew + "--comments -g expr ./t.sh small.expr");
  check_contains(none.errors, "no comments of a known form");
  check_contains(none.output, kAbstraction);
}

TEST_CASE("a budget ends it with what is known, and the next call goes on") {
  const ExplainShop shop;
  const ShellRun run = shop.explain("-g expr --max-tests 30 ./t.sh small.expr");
  CHECK(run.exit == 6);
  check_contains(run.errors, "the budget of 30 tests is used up: these are the results so far");
  check_contains(run.output, "All parts at once were not tried.");
  CHECK(shop.explain("-g expr ./t.sh small.expr").exit == 0);
}

TEST_CASE("what is missing is said") {
  const ExplainShop shop;
  shop.check_refused("", 2, "no reduction is known here");
  shop.check_refused("small.expr", 2, "no reduction of small.expr is known here");
  shop.check_refused("none.json", 2, "no reduction of none.json is known here");
  shop.check_refused("-g expr ./t.sh none.expr", 2, "none.expr");
  shop.write("single.expr", "(2)");
  shop.check_refused("-g expr ./t.sh single.expr", 3, "the result does not fail");
  shop.write("wrong.expr", "((2");
  shop.program("any.sh", "#!/bin/sh\n");
  shop.check_refused("-g expr ./any.sh wrong.expr", 4, "wrong.expr:1:4: ");
  shop.check_refused("--samples 0 ./t.sh small.expr", 2, "--samples");
  shop.reduce();
  REQUIRE(shop.grabr("-q -g expr -o other.expr ./t.sh in.expr").exit == 0);
  check_contains(shop.explain(kFew).errors, "other.expr is meant, the newest; the others: in.r");
  CHECK(shop.explain("other.expr").exit == 0);
}
