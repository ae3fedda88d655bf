#include <doctest/doctest.h>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const Files kGenerated = {{"ab.json", R"json({"<start>": ["<a>"], "<a>": ["x", "x"]})json"},
                          {"glue.json", R"json({"start": "s", "rules": {"s": "A A"},
                                                "tokens": {"A": "[a-z]+"}})json"},
                          {"a.json", "[1]"},
                          {"b.data", "[22, 333]\n"},
                          {"one.json", "1"},
                          {"broken.json", "[1"},
                          {"file", ""}};

}  // namespace

TEST_CASE("generate prints sentences, one a line or after each a NUL" *
          doctest::test_suite("many runs")) {
  const std::string nul("=x\0x\0", 5);
  check_calls(Workshop(kGenerated),
              {{"generate -g ab.json", 0, "=", "x\n"},
               {"generate -g ab.json -n 3", 0, "=", "=x\nx\nx\n"},
               {"generate -g ab.json -n 2 --null", 0, {}, nul},
               {"generate -g ab.json -n 2 -0", 0, {}, nul},
               {"generate -g ab.json -n 0", 0, {}, "="},
               {"generate -g json -n 20 --seed 7 >seven"},
               {"generate -g json -n 20 --seed 7 | cmp - seven"},
               {"generate -g json -n 20 --seed 8 | cmp -s - seven", 1},
               {"generate -g expr --start digit -n 1 | wc -c", 0, {}, "=2\n"}});
}

TEST_CASE("generate writes files that check accepts, and replaces none with another text" *
          doctest::test_suite("many runs")) {
  const Workshop shop(kGenerated);
  for (const std::string strategy : {"random", "cost", "coverage"}) {
    check_calls(shop, {{"generate -g c -n 12 -o " + strategy + " --strategy " + strategy, 0, "="},
                       {"check " + strategy + "/0001.c " + strategy + "/0012.c", 0, "="},
                       {"$ ls " + strategy + " | wc -l", 0, {}, "=12\n"}});
  }
  check_calls(shop, {{"generate -g expr -o plain/deep", 0, "="},
                     {"check -g expr plain/deep/0001.txt", 0, "="},
                     {"generate -g json -n 2 --seed 1 -o out", 0, "="},
                     {"$ cp out/0002.json kept; echo >>out/0002.json"},
                     {"generate -g json -n 3 --seed 1 -o out", 2,
                      "out/0002.json already exists with another text"},
                     {"$ cmp -s out/0002.json kept", 1},
                     {"$ cp kept out/0002.json"},
                     {"generate -g json -n 3 --seed 1 -o out", 0, "="},
                     {"$ ls out", 0, {}, "=0001.json\n0002.json\n0003.json\n"}});
}

TEST_CASE("generate --delete takes one thing out of files in turn") {
  const std::string call = "generate -g json --delete ";
  check_calls(
      Workshop(kGenerated),
      {{call + "a.json -n 2", 0, "=", "[]\n[]\n"},
       {call + "a.json b.data -n 4 --list what -o out", 0, "="},
       {"$ ls out", 0, {}, "=0001.json\n0002.data\n0003.json\n0004.data\n"},
       {"$ cat out/0003.json", 0, {}, "=[]"},
       {"$ head -n 1 what",
        0,
        {},
        R"(={"file":"out/0001.json","from":"a.json","rule":"array","kind":"element",)"
        R"("symbol":"value","offset":1,"deleted":"1"})"
        "\n"},
       {"check -g json out/*", 0, "="},
       {call + "broken.json a.json", 1, "broken.json does not parse and is left out", "[]\n"},
       {call + "one.json a.json", 0, "one.json has nothing to delete", "[]\n"},
       {call + "no-such a.json", 2, "no-such", "[]\n"},
       {"generate -g json --list what", 2, "--delete"},
       {"generate -g json --max-depth 5 --delete a.json", 2, "--delete"}});
}

TEST_CASE("generate refuses what it does not understand") {
  check_refusals(kGenerated,
                 {{"generate", 2, "--grammar"},
                  {"generate -g no-such", 2, "no-such"},
                  {"generate -g json --strategy best", 2, "(random, cost, coverage)"},
                  {"generate -g json --start vaule", 2, "did you mean value?"},
                  {"generate -g json -n x", 2, "x"},
                  {"generate -g json -n -1", 2, "-1 is not a whole number from 0 to"},
                  {"generate -g json --seed x", 2, "--seed: x is not a whole number"},
                  {"generate -g json --min-nonterminals 9 --max-nonterminals 5", 2, "more than"},
                  {"generate -g json -0 -o out", 2, "--null"},
                  {"generate -g json -o file/out", 1, "file/out"},
                  {"generate -g glue.json", 1, "cannot be separated"}});
}
