#include <doctest/doctest.h>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

void check_run(const Workshop& shop, const std::string& arguments, int exit,
               const std::string& output, const std::string& errors = "") {
  CAPTURE(arguments);
  const ShellRun run = shop.grabr(arguments);
  CHECK(run.exit == exit);
  check_contains(run.output, output);
  check_contains(run.errors, errors);
  if (errors.empty()) CHECK(run.errors.empty());
}

}  // namespace

TEST_CASE("generate prints sentences, one a line or after each a NUL" *
          doctest::test_suite("many runs")) {
  const Workshop shop;
  shop.write("ab.json", R"json({"<start>": ["<a>"], "<a>": ["x", "x"]})json");
  check_run(shop, "generate -g ab.json", 0, "x\n");
  CHECK(shop.grabr("generate -g ab.json -n 3").output == "x\nx\nx\n");
  CHECK(shop.grabr("generate -g ab.json -n 2 --null").output == std::string("x\0x\0", 4));
  CHECK(shop.grabr("generate -g ab.json -n 2 -0").output == std::string("x\0x\0", 4));
  CHECK(shop.grabr("generate -g ab.json -n 0").output.empty());
  const std::string seven = shop.grabr("generate -g json -n 20 --seed 7").output;
  CHECK(seven == shop.grabr("generate -g json -n 20 --seed 7").output);
  CHECK(seven != shop.grabr("generate -g json -n 20 --seed 8").output);
  check_run(shop, "generate -g expr --start digit -n 1", 0, "");
  CHECK(shop.grabr("generate -g expr --start digit -n 1").output.size() == 2);
}

TEST_CASE("generate writes files that check accepts" * doctest::test_suite("many runs")) {
  const Workshop shop;
  for (const char* strategy : {"random", "cost", "coverage"}) {
    const std::string out = std::string("out-") + strategy;
    check_run(shop, "generate -g c -n 12 -o " + out + " --strategy " + strategy, 0, "");
    check_run(shop, "check " + out + "/0001.c " + out + "/0012.c", 0, "");
    CHECK(shop.shell("ls " + out + " | wc -l").output.find("12") != std::string::npos);
  }
  check_run(shop, "generate -g expr -o plain/deep", 0, "");
  check_run(shop, "check -g expr plain/deep/0001.txt", 0, "");
}

TEST_CASE("generate replaces no file with another text") {
  const Workshop shop;
  check_run(shop, "generate -g json -n 2 --seed 1 -o out", 0, "");
  const std::string second = shop.read("out/0002.json");
  shop.write("out/0002.json", second + " ");
  check_run(shop, "generate -g json -n 3 --seed 1 -o out", 2, "",
            "out/0002.json is there already, with another text");
  CHECK(shop.read("out/0002.json") == second + " ");
  shop.write("out/0002.json", second);
  check_run(shop, "generate -g json -n 3 --seed 1 -o out", 0, "");
  CHECK(shop.shell("ls out").output == "0001.json\n0002.json\n0003.json\n");
}

TEST_CASE("generate --delete takes one thing out of files in turn") {
  const Workshop shop;
  shop.write("a.json", "[1]");
  shop.write("b.data", "[22, 333]\n");
  shop.write("one.json", "1");
  shop.write("broken.json", "[1");
  check_run(shop, "generate -g json --delete a.json -n 2", 0, "[]\n[]\n");
  check_run(shop, "generate -g json --delete a.json b.data -n 4 --list what -o out", 0, "");
  CHECK(shop.shell("ls out").output == "0001.json\n0002.data\n0003.json\n0004.data\n");
  CHECK(shop.read("out/0003.json") == "[]");
  const std::string first = shop.read("what");
  CHECK(first.substr(0, first.find('\n')) ==
        R"({"file":"out/0001.json","from":"a.json","rule":"array","kind":"element",)"
        R"("symbol":"value","offset":1,"deleted":"1"})");
  check_run(shop, "check -g json out/*", 0, "");
  check_run(shop, "generate -g json --delete broken.json a.json", 1, "[]\n",
            "broken.json does not parse and is left out");
  check_run(shop, "generate -g json --delete one.json a.json", 0, "[]\n",
            "one.json has nothing that may be deleted");
  check_run(shop, "generate -g json --delete no-such a.json", 2, "[]\n", "no-such");
  check_run(shop, "generate -g json --list what", 2, "", "--delete");
  check_run(shop, "generate -g json --max-depth 5 --delete a.json", 2, "", "--delete");
}

TEST_CASE("generate refuses what it does not understand") {
  const Workshop shop;
  shop.write("file", "");
  check_run(shop, "generate", 2, "", "--grammar");
  check_run(shop, "generate -g no-such", 2, "", "no-such");
  check_run(shop, "generate -g json --strategy best", 2, "", "(random, cost, coverage)");
  check_run(shop, "generate -g json --start vaule", 2, "", "did you mean value?");
  check_run(shop, "generate -g json -n x", 2, "", "x");
  check_run(shop, "generate -g json -n -1", 2, "", "-1 is not a whole number from 0 to");
  check_run(shop, "generate -g json --seed x", 2, "", "--seed: x is not a whole number");
  check_run(shop, "generate -g json --min-nonterminals 9 --max-nonterminals 5", 2, "", "more than");
  check_run(shop, "generate -g json -0 -o out", 2, "", "--null");
  check_run(shop, "generate -g json -o file/out", 1, "", "file/out");
  shop.write("glue.json", R"json({"start": "s", "rules": {"s": "A A"},
                                  "tokens": {"A": "[a-z]+"}})json");
  check_run(shop, "generate -g glue.json", 1, "", "run into each other");
}
