#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

struct CompareShop : Workshop {
  CompareShop() {
    program("t.sh", "#!/bin/sh\necho >> \"$OUT\"\ngrep -q BUG \"$1\"\n");
    write("in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})");
    write("broken.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true})");
    write("plain.txt", "some text\nwith BUG\nin it\n");
    write("fine.json", "[1]");
  }

  Json compare(const std::string& arguments) const {
    const ShellRun run = grabr("compare --json -q " + arguments);
    CAPTURE(run.errors);
    REQUIRE(run.exit == 0);
    return Json::parse(run.output);
  }
};

const char* kThree = "--strategies ddmin-2000:tokens,grabr,auto";

/// The input's row and one for each strategy, with the numbers of a reduction alone.
void check_row(const CompareShop& shop, const Json& row) {
  const std::string strategy = row["strategy"];
  CAPTURE(strategy);
  const ShellRun alone = shop.grabr(
      "'-q' ./t.sh in.json -o alone.json --fresh --report r.json "
      "--strategy '" +
      strategy + "'");
  REQUIRE(alone.exit == 0);
  const Json report = Json::parse(shop.read("r.json"));
  CHECK(row["bytes"] == report["output"]["bytes"]);
  // A strategy on text alone does without the grammar.
  if (report["grammar"].is_object()) {
    CHECK(row["tokens"] == report["output"]["tokens"]);
    CHECK(row["nodes"] == report["output"]["nodes"]);
  }
  CHECK(row["sha256"] == report["output"]["sha256"]);
  CHECK(row["tests"] == report["tests"]["committed"]);
  CHECK(row["unresolved"] == report["tests"]["unresolved"]);
}

}  // namespace

TEST_CASE("each row has the numbers of a reduction alone" * doctest::test_suite("many runs")) {
  const CompareShop shop;
  const Json json =
      shop.compare(std::string(kThree) + ",ddmin-debuggingbook:tokens ./t.sh in.json");
  REQUIRE(json["rows"].size() == 4);
  for (const Json& row : json["rows"]) check_row(shop, row);
  CHECK(json["grammar"] == "JSON");
  CHECK(json["input"]["parsed"] == "whole");
  CHECK(json["rows"][3]["shared"] > 0);
}

TEST_CASE("the table goes to standard output, results where they are wanted" *
          doctest::test_suite("many runs")) {
  const CompareShop shop;
  const ShellRun run = shop.grabr(
      "compare ./t.sh in.json -o res --strategies "
      "'ddmin-2000:chars,ddmin-2000:tokens then auto'");
  CHECK(run.exit == 0);
  CHECK(run.output.starts_with("strategy "));
  check_contains(run.output, "\ninput ");
  check_contains(run.output, "\nddmin-2000:tokens then auto ");
  CHECK(shop.read("res/ddmin-2000-chars.json") == "BUG");
  CHECK(shop.read("res/ddmin-2000-tokens-then-auto.json") == "\"BUG\"");
  const auto files = shop.files();
  CHECK(files.count("in.reduced.json") == 0);
  check_contains(shop.grabr("compare -q --csv ./t.sh in.json").output, "\nauto,");
}

TEST_CASE("what an answer costs is paid once, also where none can be kept") {
  const CompareShop shop;
  shop.write("no-folder", "");
  const ShellRun run = shop.grabr(
      "compare --json --cache no-folder --strategies "
      "ddmin-2000:chars,ddmin-fuzzingbook:chars ./t.sh in.json");
  REQUIRE(run.exit == 0);
  check_contains(run.errors, "answers are not kept");
  CHECK(Json::parse(run.output)["rows"][1]["shared"] > 0);
  // A second call over kept answers tests the best of them, and the other result, once more.
  shop.compare(std::string(kThree) + " ./t.sh in.json");
  const int lines = std::stoi(shop.shell("wc -l < \"$OUT\"").output);
  shop.compare(std::string(kThree) + " ./t.sh in.json");
  CHECK(std::stoi(shop.shell("wc -l < \"$OUT\"").output) == lines + 2);
}

TEST_CASE("strategies on trees are left out where no grammar is known, not where nothing parses") {
  const CompareShop shop;
  const auto compare = [&](const char* file) {
    const ShellRun run =
        shop.grabr("compare ./t.sh --strategies ddmin-2000:lines,grabr,auto " + std::string(file));
    CHECK(run.exit == 0);
    check_contains(run.output, "\nauto ");
    return run;
  };
  const ShellRun unknown = compare("plain.txt");
  check_contains(unknown.errors, "grabr: grabr is left out: it needs a grammar");
  CHECK(unknown.output.find("\ngrabr") == std::string::npos);
  check_contains(compare("broken.json").output, "\ngrabr ");
}

TEST_CASE("budgets are each strategy's own" * doctest::test_suite("many runs")) {
  const CompareShop shop;
  const Json json = shop.compare(std::string(kThree) + " --max-tests 2 ./t.sh in.json");
  for (const Json& row : json["rows"]) {
    CHECK(row["tests"] == 2);
    CHECK(row["exit"] == 6);
  }
  const Json small = shop.compare(std::string(kThree) + " --stop-at 90% ./t.sh in.json");
  for (const Json& row : small["rows"]) check_contains(row["ended"], "small enough");
}

TEST_CASE("Ctrl-C shows what is done so far") {
  const CompareShop shop;
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

TEST_CASE("a comparison shows what passes where a strategy looks for that") {
  const CompareShop shop;
  const ShellRun run =
      shop.grabr("compare -q --json --strategies dd-max,auto -o res ./t.sh in.json");
  REQUIRE(run.exit == 0);
  CHECK(shop.shell("cd res && cp dd-max.json in.json && ../t.sh in.json").exit != 0);
  CHECK(shop.shell("cd res && cp auto.json in.json && ../t.sh in.json").exit == 0);
  const Json rows = Json::parse(run.output)["rows"];
  CHECK(rows[0]["bytes"] == shop.read("res/dd-max.json").size());
}

TEST_CASE("a comparison refuses what a reduction refuses") {
  const struct {
    const char* arguments;
    int exit;
    const char* message;
  } rows[] = {
      {"./t.sh fine.json", 3, "does not fail"},
      {"true in.json", 5, ""},
      {"./t.sh in.json --strategies auto,at", 2, "no strategy is called at"},
      {"./t.sh in.json --strategies auto,auto", 2, "twice"},
      {"./t.sh in.json --strategies auto,,hdd", 2, "the name of a strategy is missing"},
      {"./t.sh in.json --strategies 'auto,hdd then'", 2, "missing beside \"then\" in: hdd then"},
      {"./t.sh in.json --strategies 'then hdd'", 2, "missing beside \"then\""},
      {"./t.sh in.json --strategies x", 2, "hint: grabr strategies lists them"},
      {"./t.sh in.json --json --csv", 2, "--csv"},
      {"./t.sh in.json -I", 2, "unknown option -I"},
      {"./t.sh in.json --report r.json", 2, "unknown option --report"},
      {"./t.sh in.json -o t.sh", 1, "cannot make the folder"},
      {"./t.sh", 2, "no FILE is given\nhint: call it as:\n  grabr compare "},
  };
  for (const auto& row : rows) {
    CAPTURE(row.arguments);
    const ShellRun run = CompareShop().grabr("compare " + std::string(row.arguments));
    CHECK(run.exit == row.exit);
    check_contains(run.errors, row.message);
    CHECK(run.output.empty());
  }
}
