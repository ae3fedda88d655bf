#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

/// Three cases: one is quick, one may wait until there is a file "go", one does not fail.
struct BenchShop : Workshop {
  explicit BenchShop(bool waits = false) {
    const std::string wait = "while [ ! -e '" + path().string() + "/go' ]; do sleep 0.02; done\n";
    add("a-json", "json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})", kHasBug);
    add("b-text", "txt", "one\nBUG\nthree\nfour\n",
        "#!/bin/sh\n" + (waits ? wait : "") + "grep -q BUG \"$1\"\n");
    add("c-fine", "json", "[1]", kHasBug);
  }

  void add(const std::string& name, const std::string& extension, const std::string& input,
           const std::string& test) const {
    std::filesystem::create_directories(path() / "cases" / name);
    write("cases/" + name + "/input." + extension, input);
    program("cases/" + name + "/interesting.sh", test);
  }

  ShellRun bench(const std::string& arguments) const {
    return grabr("bench " + arguments + " -q --strategies ddmin-2000:tokens,auto cases");
  }

  /// The records by case and strategy, without what is measured in seconds.
  std::map<std::string, Json> records() const {
    std::map<std::string, Json> records;
    std::istringstream lines(read("bench.jsonl"));
    for (std::string line; std::getline(lines, line);) {
      Json json = Json::parse(line);
      json.erase("seconds");
      const std::string strategy = json["strategy"];
      const std::string key = json["case"].get<std::string>() + " " + strategy;
      CHECK(records.count(key) == 0);
      records[key] = json;
    }
    return records;
  }
};

}  // namespace

TEST_CASE("each case runs with each strategy, and failures are records") {
  const BenchShop shop;
  const ShellRun run = shop.bench("-j 2 --curve");
  CHECK(run.exit == 0);
  const auto records = shop.records();
  REQUIRE(records.size() == 6);
  const Json& good = records.at("a-json auto");
  CHECK(good["exit"] == 0);
  CHECK(good["error"].is_null());
  CHECK(good["grammar"] == "JSON");
  CHECK(good["output"]["tokens"] == 1);
  CHECK(!good["curve"].empty());
  CHECK(records.at("a-json ddmin-2000:tokens")["grammar"] == "JSON");
  CHECK(records.at("b-text auto")["grammar"].is_null());
  const Json& bad = records.at("c-fine auto");
  CHECK(bad["exit"] == 3);
  CHECK(bad["output"].is_null());
  check_contains(bad["error"], "does not fail");
  // Nothing else is left: neither results nor caches.
  CHECK(shop.files() == std::set<std::string>{"bench.jsonl", "cases"});
  CHECK(shop.shell("ls -A \"$TMPDIR\" | grep -c grabr-").output == "0\n");
  check_contains(shop.grabr("bench --table").output, "geometric mean of 2");
}

TEST_CASE("what is on record is not run again, other limits are" *
          doctest::test_suite("many runs")) {
  const BenchShop shop;
  shop.bench("");
  const std::string before = shop.read("bench.jsonl");
  shop.bench("");
  CHECK(shop.read("bench.jsonl") == before);
  shop.shell("printf '{\"schema\":\"gra' >> bench.jsonl");
  shop.bench("");
  CHECK(shop.read("bench.jsonl") == before);
  shop.grabr("bench -q cases --cases a-* --max-tests 2");
  check_contains(shop.read("bench.jsonl"), R"("options":"--max-tests 2")");
  CHECK(shop.read("bench.jsonl").starts_with(before));
}

TEST_CASE("a killed batch goes on where it was" * doctest::test_suite("many runs")) {
  const BenchShop whole;
  whole.bench("");
  const BenchShop shop(true);
  shop.shell(
      "\"$GRABR\" bench -q --strategies ddmin-2000:tokens,auto cases & pid=$!\n"
      "for i in $(seq 3000); do [ -s bench.jsonl ] && break; sleep 0.02; done\n"
      "kill -KILL $pid; wait $pid");
  CHECK(!shop.records().empty());
  CHECK(shop.records().size() < 6);
  shop.write("go", "");
  CHECK(shop.bench("").exit == 0);
  auto records = shop.records();
  auto expected = whole.records();
  REQUIRE(records.size() == 6);
  for (const auto& entry : expected) {
    const auto& key = entry.first;
    const auto& record = entry.second;
    CAPTURE(key);
    // The folder's name is in the message of the case that does not fail.
    records[key].erase("error");
    Json wanted = record;
    wanted.erase("error");
    // So is that of the test in its identity.
    CHECK(records[key]["test_sha256"].get<std::string>().size() == 64);
    CHECK(records[key]["test_sha256"] != wanted["test_sha256"]);
    records[key].erase("test_sha256");
    wanted.erase("test_sha256");
    CHECK(records[key] == wanted);
  }
}

TEST_CASE("Ctrl-C ends the reductions and keeps the records") {
  const BenchShop shop(true);
  const ShellRun run = shop.shell(
      "\"$GRABR\" bench -j 2 -q --strategies auto,ddmin-2000:chars,ddmin-2000:tokens cases &\n"
      "pid=$!\n"
      "for i in $(seq 3000); do [ -s bench.jsonl ] && break; sleep 0.02; done\n"
      "kill -INT $pid; wait $pid; status=$?\n"
      "pgrep -f \"$PWD/cases\" && echo left; ls -A \"$TMPDIR\" | grep grabr-; exit $status");
  CHECK(run.exit == 130);
  CHECK(run.output.empty());
  CHECK(!shop.records().empty());
}

TEST_CASE("a reduction that takes too long is ended and recorded") {
  const BenchShop shop(true);
  shop.grabr("bench -q --cases b-text --strategies auto --timeout 0.3 cases");
  const Json record = shop.records().at("b-text auto");
  CHECK(record["error"] == "not done after 0.3 s");
}

TEST_CASE("a manifest chooses cases, tests and strategies") {
  const BenchShop shop;
  shop.write("m.json", R"({"cases": [{"name": "x", "input": "cases/a-json/input.json",
                                      "test": "grep -q BUG"}], "strategies": ["grabr"]})");
  const ShellRun run = shop.grabr("bench m.json -o records.jsonl");
  CHECK(run.exit == 0);
  check_contains(run.output, "tokens  input  grabr\n");
  check_contains(run.errors, "[1/1] x, grabr: 1 tokens");
}

TEST_CASE("a grammar for a folder of cases, and several beside each other") {
  const BenchShop shop;
  shop.add("d-sum", "txt", "1 + (2 * 3)", "#!/bin/sh\ngrep -q '(.*)' \"$1\"\n");
  shop.add("e-own", "txt", "[\"BUG\", 1]", kHasBug);
  shop.write("cases/e-own/meta.json", R"({"grammar": "json"})");
  const std::string call = "bench -q --cases 'd-*,e-*' --strategies grabr cases ";
  CHECK(shop.grabr(call + "-g expr").exit == 0);
  auto records = shop.records();
  CHECK(records.at("d-sum grabr")["grammar"] == "expr");
  CHECK(records.at("d-sum grabr")["asked_grammar"] == "expr");
  CHECK(records.at("e-own grabr")["grammar"] == "JSON");
  CHECK(!records.at("e-own grabr").contains("asked_grammar"));
  // Another grammar is another reduction; what is on record is not run again.
  CHECK(shop.grabr(call + "-g expr -g text -o both.jsonl").exit == 0);
  CHECK(shop.grabr(call + "--grammars expr,text -o both.jsonl").exit == 0);
  const std::string both = shop.read("both.jsonl");
  CHECK(std::count(both.begin(), both.end(), '\n') == 4);
  const std::string table = shop.grabr("bench --table both.jsonl").output;
  check_contains(table, "grabr -g expr  grabr -g text");
  check_contains(table, "e-own");
}

TEST_CASE("folders with test.sh are cases, and others are left out with a word" *
          doctest::test_suite("many runs")) {
  const BenchShop shop;
  shop.shell(
      "mkdir cases/notes cases/b-text/x; mv cases/b-text/interesting.sh cases/b-text/test.sh");
  const ShellRun run = shop.grabr("bench --strategies auto --cases 'a-*,b-*' cases");
  CHECK(run.exit == 0);
  CHECK(shop.records().size() == 2);
  check_contains(run.errors, "left out: notes: neither input.EXT nor interesting.sh or test.sh");
  CHECK(shop.grabr("bench -q --strategies auto -o one.jsonl cases/b-text").exit == 0);
  CHECK(shop.grabr("bench --table one.jsonl").output.find("b-text") != std::string::npos);
}

TEST_CASE("grammars are measured on a corpus") {
  const BenchShop shop;
  shop.shell(
      "mkdir -p corpus/json/valid plain; echo '[1]' > corpus/json/valid/a.json; "
      "echo '[1]' > plain/a.json; echo '[' > plain/b.json");
  const ShellRun run = shop.grabr("bench --mode grammars -q -g json,expr --corpus corpus");
  CHECK(run.exit == 0);
  check_contains(run.output, "\njson ");
  check_contains(run.output, " 1/1 ");
  const Json json =
      Json::parse(shop.grabr("bench --mode grammars -q -g json --corpus plain --json").output);
  CHECK(json["grammars"][0]["valid"]["files"] == 2);
  CHECK(json["grammars"][0]["valid"]["accepted"] == 1);
}

TEST_CASE("a shootout runs strategies on generated inputs") {
  const BenchShop shop;
  const std::string call =
      "bench --mode shootout -g expr -n 3 --seed 7 --strategies grabr,auto --max-tests 100";
  const ShellRun run = shop.grabr(call);
  CHECK(run.exit == 0);
  check_contains(run.output, "one symbol  runs");
  check_contains(run.output, "\nauto ");
  CHECK(shop.grabr(call).output == run.output);
  CHECK(Json::parse(shop.grabr(call + " --json").output)["rows"].size() >= 2);
}

TEST_CASE("bench refuses what it cannot run") {
  const struct {
    const char* arguments;
    int exit;
    const char* message;
  } rows[] = {
      {"", 2, "no folder of cases"},
      {"nowhere", 2, "nowhere"},
      {"cases --cases x*", 2, "no case has a name like x*"},
      {"cases --strategies hd", 2, "no strategy is called hd"},
      {"cases -o cases/a-json/interesting.sh", 2, "is not a record"},
      {"cases -o no/such/file", 1, "no/such/file"},
      {"--mode walk", 2, "(reduce, grammars, shootout)"},
      {"--mode shootout", 2, "-g NAME"},
      {"--mode shootout -g jsn", 2, "did you mean json"},
      {"--mode grammars --corpus nowhere", 2, "nowhere"},
      {"--table", 2, "bench.jsonl"},
      {"cases -j 0", 2, "0 is not a whole number from 1 to 1024"},
      {"cases --timeout soon", 2, "soon is not a time"},
      {"cases --corpus cases", 2,
       "--corpus means nothing to --mode reduce\nhint: it is for --mode grammars\n"},
      {"cases -g jsn", 2, "did you mean json?"},
      {"-o - cases", 2, "it takes no -"},
      {"cases --json", 2, "--json means nothing to --mode reduce"},
      {"--mode grammars -g json cases", 2, "DIR|MANIFEST means nothing to --mode grammars"},
      {"--mode grammars -g json -n 3", 2, "--inputs means nothing to --mode grammars"},
      {"--mode grammars --strategies auto", 2, "--strategies means nothing to --mode grammars"},
      {"--mode shootout -g expr -o records", 2, "--output means nothing to --mode shootout"},
      {"--mode shootout -g expr -j 1", 2, "--jobs means nothing to --mode shootout"},
      {"--mode shootout --corpus cases -g expr", 2, "--corpus means nothing to --mode shootout"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.arguments);
    const ShellRun run = BenchShop().grabr("bench " + std::string(row.arguments));
    CHECK(run.exit == row.exit);
    check_contains(run.errors, row.message);
    CHECK(run.output.empty());
  }
}
