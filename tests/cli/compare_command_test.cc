#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

const Files kCompared = {{"t.sh", "#!/bin/sh\necho >> \"$OUT\"\ngrep -q BUG \"$1\"\n"},
                         {"in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})"},
                         {"broken.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true})"},
                         {"plain.txt", "some text\nwith BUG\nin it\n"},
                         {"fine.json", "[1]"}};

Json comparison_of(const Workshop& shop, const std::string& arguments) {
  const ShellRun run = shop.grabr("compare --json -q " + arguments + " ./t.sh in.json");
  CAPTURE(run.errors);
  REQUIRE(run.exit == 0);
  return Json::parse(run.output);
}

const std::string kThree = "--strategies ddmin-2000:tokens,grabr,auto";

}  // namespace

TEST_CASE("each row has the numbers of a reduction alone; budgets are each strategy's own" *
          doctest::test_suite("many runs")) {
  const Workshop shop(kCompared);
  const Json json = comparison_of(shop, kThree + ",ddmin-debuggingbook:tokens");
  REQUIRE(json["rows"].size() == 4);
  for (const Json& row : json["rows"]) {
    const std::string strategy = row["strategy"];
    CAPTURE(strategy);
    check_calls(shop, {{"-q ./t.sh in.json -o alone.json --fresh --report r.json --strategy '" +
                        strategy + "'"}});
    const Json report = Json::parse(shop.read("r.json"));
    CHECK(row["bytes"] == report["output"]["bytes"]);
    // A strategy on plain text works without the grammar.
    if (report["grammar"].is_object()) {
      CHECK(row["tokens"] == report["output"]["tokens"]);
      CHECK(row["nodes"] == report["output"]["nodes"]);
    }
    CHECK(row["sha256"] == report["output"]["sha256"]);
    CHECK(row["tests"] == report["tests"]["committed"]);
    CHECK(row["unresolved"] == report["tests"]["unresolved"]);
  }
  CHECK(json["grammar"] == "JSON");
  CHECK(json["input"]["parsed"] == "whole");
  CHECK(json["rows"][3]["shared"] > 0);
  for (const Json& row : comparison_of(shop, kThree + " --max-tests 2")["rows"]) {
    CHECK(row["tests"] == 2);
    CHECK(row["exit"] == 6);
  }
  for (const Json& row : comparison_of(shop, kThree + " --stop-at 90%")["rows"]) {
    check_contains(row["ended"], "small enough");
  }
}

TEST_CASE("the table goes to standard output, results where they are wanted" *
          doctest::test_suite("many runs")) {
  const Workshop shop(kCompared);
  check_calls(
      shop, {{"compare ./t.sh in.json -o res --strategies "
              "'ddmin-2000:chars,ddmin-2000:tokens then auto'",
              0,
              {},
              {"strategy ", "\ninput ", "\nddmin-2000:tokens then auto "}},
             {"$ cat res/ddmin-2000-chars.json", 0, {}, "=BUG"},
             {"$ cat res/ddmin-2000-tokens-then-auto.json", 0, {}, "=\"BUG\""},
             {"$ test -e in.reduced.json", 1},
             {"compare -q --csv ./t.sh in.json", 0, {}, "\nauto,"},
             // Strategies on trees are skipped if no grammar is known, but not if the input does
             // not parse.
             {"compare ./t.sh --strategies grabr,auto plain.txt",
              0,
              "grabr: grabr is left out: it needs a grammar",
              {"\nauto ", "!\ngrabr"}},
             {"compare ./t.sh --strategies grabr,auto broken.json", 0, {}, {"\nauto ", "\ngrabr "}},
             // For a strategy that looks for a passing text, that text is shown.
             {"compare -q --strategies dd-max,auto -o max ./t.sh in.json"},
             {"$ cd max && cp dd-max.json in.json && ../t.sh in.json", 1},
             {"$ cd max && cp auto.json in.json && ../t.sh in.json"}});
}

TEST_CASE("what an answer costs is paid once, also where none can be kept") {
  const Workshop shop(kCompared);
  shop.write("no-folder", "");
  const ShellRun run = shop.grabr(
      "compare --json --cache no-folder --strategies "
      "ddmin-2000:chars,ddmin-fuzzingbook:chars ./t.sh in.json");
  REQUIRE(run.exit == 0);
  check_contains(run.errors, "answers are not kept");
  CHECK(Json::parse(run.output)["rows"][1]["shared"] > 0);
  // A second call with stored answers repeats only the tests of the best result and of the other
  // result.
  const auto runs = [&] {
    comparison_of(shop, kThree);
    return std::stoi(shop.shell("wc -l < \"$OUT\"").output);
  };
  const int first = runs();
  CHECK(runs() == first + 2);
}

TEST_CASE("Ctrl-C shows what is done so far") {
  const Workshop shop(kCompared);
  shop.program("slow.sh", "#!/bin/sh\n[ -e '" + shop.path().string() +
                              "/res/auto.json' ] && sleep 1000\ngrep -q BUG \"$1\"\n");
  const ShellRun run = shop.shell(
      "\"$GRABR\" compare --json ./slow.sh in.json -o res --strategies auto,ddmin-2000:chars "
      "2>\"$OUT\" & pid=$!\n"
      "for i in $(seq 3000); do [ -e res/auto.json ] && break; sleep 0.02; done\n"
      "kill -INT $pid; wait $pid");
  CHECK(run.exit == 130);
  const Json json = Json::parse(run.output);
  REQUIRE(!json["rows"].empty());
  CHECK(json["rows"][0]["ended"].is_null());
  CHECK(json["rows"].back()["ended"] == "interrupted");
}

TEST_CASE("a comparison refuses what a reduction refuses") {
  check_refusals(
      kCompared,
      {{"compare ./t.sh fine.json", 3, "does not fail"},
       {"compare true in.json", 5},
       {"compare ./t.sh in.json --strategies auto,at", 2, "no strategy is called at"},
       {"compare ./t.sh in.json --strategies auto,auto", 2, "twice"},
       {"compare ./t.sh in.json --strategies auto,,hdd", 2, "the name of a strategy is missing"},
       {"compare ./t.sh in.json --strategies 'auto,hdd then'", 2,
        "missing beside \"then\" in: hdd then"},
       {"compare ./t.sh in.json --strategies 'then hdd'", 2, "missing beside \"then\""},
       {"compare ./t.sh in.json --strategies x", 2, "hint: grabr strategies lists them"},
       {"compare ./t.sh in.json --json --csv", 2, "--csv"},
       {"compare ./t.sh in.json -I", 2, "unknown option -I"},
       {"compare ./t.sh in.json --report r.json", 2, "unknown option --report"},
       {"compare ./t.sh in.json -o t.sh", 1, "cannot make the folder"},
       {"compare ./t.sh", 2, "no FILE is given\nhint: call it as:\n  grabr compare "}});
}
