#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/run_grabr.h"
#include "report/tables/batch_records.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

const std::string kBugInside = R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})";

/// Three cases: a quick one, one that can wait until a file "go" exists, and one whose original
/// does not fail. For --mode grammars: a grammar of sums, and a case with its own grammar. For
/// parts of a batch: three similar cases.
Files bench_files(const std::string& wait = "") {
  Files files = {{"cases/a-json/input.json", kBugInside},
                 {"cases/a-json/interesting.sh", kHasBug},
                 {"cases/b-text/input.txt", "one\nBUG\nthree\nfour\n"},
                 {"cases/b-text/interesting.sh", "#!/bin/sh\n" + wait + "grep -q BUG \"$1\"\n"},
                 {"cases/c-fine/input.json", "[1]"},
                 {"cases/c-fine/interesting.sh", kHasBug},
                 {"sums/d-sum/input.txt", "1 + (2 * 3)"},
                 {"sums/d-sum/interesting.sh", "#!/bin/sh\ngrep -q '(.*)' \"$1\"\n"},
                 {"sums/e-own/input.txt", "[\"BUG\", 1]"},
                 {"sums/e-own/interesting.sh", kHasBug},
                 {"sums/e-own/meta.json", R"({"grammar": "json"})"},
                 {"m.json",
                  R"({"cases": [{"name": "x", "input": "cases/a-json/input.json",
                                 "test": "grep -q BUG"}], "strategies": ["grabr"]})"},
                 {"corpus/json/valid/a.json", "[1]\n"},
                 {"plain/a.json", "[1]\n"},
                 {"plain/b.json", "[\n"}};
  for (const std::string name : {"a", "b", "c"}) {
    files.emplace_back("alike/" + name + "/input.json", kBugInside);
    files.emplace_back("alike/" + name + "/interesting.sh", kHasBug);
  }
  return files;
}

const std::string kBatch = "bench -q --strategies ddmin-2000:tokens,auto ";

/// The records by case and strategy, without the measured times.
std::map<std::string, Json> records_in(const Workshop& shop) {
  std::map<std::string, Json> records;
  std::istringstream lines(shop.read("bench.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    Json json = Json::parse(line);
    json.erase("seconds");
    const std::string key =
        json["case"].get<std::string>() + " " + json["strategy"].get<std::string>();
    CHECK(records.count(key) == 0);
    records[key] = json;
  }
  return records;
}

}  // namespace

TEST_CASE("each case runs with each strategy, and failures are records") {
  const Workshop shop(bench_files());
  auto files = shop.files();
  check_calls(shop, {{kBatch + "-j 2 --curve cases"}});
  const auto records = records_in(shop);
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
  // No other files are left: neither results nor caches.
  files.insert("bench.jsonl");
  CHECK(shop.files() == files);
  check_calls(shop, {{"$ ls -A \"$TMPDIR\" | grep -c grabr-", 1, {}, "=0\n"},
                     {"bench --table", 0, {}, "geometric mean of 2"},
                     // Recorded runs are not repeated; with other limits they are.
                     {"$ cp bench.jsonl before"},
                     {kBatch + "cases && cmp bench.jsonl before"},
                     {"$ printf '{\"schema\":\"gra' >>bench.jsonl"},
                     {kBatch + "cases && cmp bench.jsonl before"},
                     {"bench -q cases --cases a-* --max-tests 2"},
                     {"$ cat bench.jsonl", 0, {}, R"("options":"--max-tests 2")"},
                     {"$ head -c $(wc -c <before) bench.jsonl | cmp - before"}});
}

TEST_CASE("a killed batch goes on where it was; Ctrl-C, and what takes too long" *
          doctest::test_suite("many runs")) {
  const Workshop whole(bench_files());
  check_calls(whole, {{kBatch + "cases"}});
  const char* const waits = "while [ ! -e \"$GO\" ]; do sleep 0.02; done\n";
  const std::string begun =
      "$ export GO=$PWD/go; \"$GRABR\" " + kBatch +
      "-j 2 cases & pid=$!\n"
      "for i in $(seq 3000); do [ -s bench.jsonl ] && break; sleep 0.02; done\n";
  const Workshop shop(bench_files(waits));
  check_calls(shop,
              {{begun + "kill -INT $pid; wait $pid; status=$?\n"
                        "pgrep -f \"$PWD/cases\" && echo left; ls -A \"$TMPDIR\" | grep grabr-; "
                        "exit $status",
                130,
                {},
                "="}});
  CHECK(!records_in(shop).empty());
  check_calls(shop,
              {{"$ rm bench.jsonl"},
               {"$ GO=go \"$GRABR\" bench -q --cases b-text --strategies auto --timeout 0.3 cases"},
               {"$ cat bench.jsonl", 0, {}, "not finished after 0.3 s"}});
  const Workshop killed(bench_files(waits));
  check_calls(killed, {{begun + "kill -KILL $pid; wait $pid", 137}});
  CHECK(!records_in(killed).empty());
  CHECK(records_in(killed).size() < 6);
  check_calls(killed, {{"$ export GO=$PWD/go; touch go; \"$GRABR\" " + kBatch + "cases"}});
  auto records = records_in(killed);
  REQUIRE(records.size() == 6);
  auto expected = records_in(whole);
  for (auto& entry : expected) {
    CAPTURE(entry.first);
    // The message of the case that does not fail contains the folder's name; the other test has a
    // folder of its own.
    for (Json* one : {&records[entry.first], &entry.second}) {
      one->erase("error");
      one->erase("known");  // tests that ran before the kill
      CHECK((*one)["test_sha256"].get<std::string>().size() == 64);
      one->erase("test_sha256");
    }
    CHECK(records[entry.first] == entry.second);
  }
}

TEST_CASE("a manifest or folders with test.sh; a grammar for them, and several beside each other") {
  const Workshop shop(bench_files());
  const std::string call = "bench -q --strategies grabr sums ";
  check_calls(shop, {{"bench m.json -o records.jsonl", 0, "[1/1] x, grabr: 1 tokens",
                      "tokens  input  grabr\n"},
                     {call + "-g expr"}});
  auto records = records_in(shop);
  CHECK(records.at("d-sum grabr")["grammar"] == "expr");
  CHECK(records.at("d-sum grabr")["asked_grammar"] == "expr");
  CHECK(records.at("e-own grabr")["grammar"] == "JSON");
  CHECK(!records.at("e-own grabr").contains("asked_grammar"));
  // A different grammar is a different reduction; recorded ones are not repeated.
  check_calls(shop,
              {{call + "-g expr -g text -o both.jsonl"},
               {call + "--grammars expr,text -o both.jsonl"},
               {"$ wc -l <both.jsonl", 0, {}, "=4\n"},
               {"bench --table both.jsonl", 0, {}, {"grabr -g expr  grabr -g text", "e-own"}},
               {"$ mkdir cases/notes cases/b-text/x; cd cases/b-text; mv interesting.sh test.sh"},
               {"bench --strategies auto --cases 'a-*,b-*' -o two.jsonl cases", 0,
                "left out: notes: neither input.EXT nor interesting.sh or test.sh"},
               {"$ wc -l <two.jsonl", 0, {}, "=2\n"},
               {"bench -q --strategies auto -o one.jsonl cases/b-text"},
               {"bench --table one.jsonl", 0, {}, "b-text"}});
}

TEST_CASE("grammars are measured on a corpus, strategies on generated inputs") {
  const Workshop shop(bench_files());
  check_calls(
      shop,
      {{"bench --mode grammars -q -g json,expr --corpus corpus", 0, {}, {"\njson ", " 1/1 "}}});
  const Json json =
      Json::parse(shop.grabr("bench --mode grammars -q -g json --corpus plain --json").output);
  CHECK(json["grammars"][0]["valid"]["files"] == 2);
  CHECK(json["grammars"][0]["valid"]["accepted"] == 1);
  const std::string call =
      "bench --mode shootout -g expr -n 3 --seed 7 --strategies grabr,auto --max-tests 100";
  const ShellRun run = shop.grabr(call);
  check_parts(run.output, {"one symbol  runs", "\nauto "});
  check_calls(shop, {{call, 0, {}, "=" + run.output}});
  CHECK(Json::parse(shop.grabr(call + " --json").output)["rows"].size() >= 2);
}

TEST_CASE("parts of a batch, run apart, are put together and compared") {
  const Workshop shop(bench_files());
  check_calls(shop, {{"bench -q --shard 1/2 -o part1 alike"},
                     {"bench -q --shard 2/2 -o part2 alike"},
                     {"$ cat part1 | wc -l; cat part2 | wc -l", 0, {}, "=2\n1\n"},
                     {"bench --merge part1 part2 -o all.jsonl"},
                     {"bench --merge part1 part2 all.jsonl -o all2.jsonl"},
                     {"$ cat all.jsonl | wc -l; cat all2.jsonl | wc -l", 0, {}, "=3\n3\n"},
                     {"bench --against all.jsonl all2.jsonl",
                      0,
                      {},
                      "3 reductions compared: 0 numbers worse, 0 better"}});
  // The same records, but with more tokens in the first case's result.
  BatchRecords worse = read_batch_records(shop.read("all.jsonl"), "all.jsonl");
  worse.records.front().output->tokens += 5;
  std::string text;
  for (const BatchRecord& record : worse.records) text += batch_record_json(record);
  shop.write("worse.jsonl", text);
  check_calls(
      shop,
      {{"bench --against all.jsonl worse.jsonl", 1, {}, "worse:\n  a, auto: "},
       {"bench --against worse.jsonl all.jsonl"},
       {"bench --tolerance 900 --against all.jsonl worse.jsonl"},
       // Run and compare in one call: everything is recorded already.
       {"bench -q -o all.jsonl --against worse.jsonl alike"},
       {"bench --html - --against worse.jsonl all.jsonl", 0, {}, "\"before\":[{\"case\":\"a\""},
       {"bench --html out.html all.jsonl && cat out.html", 0, {}, "\"kind\":\"bench\""}});
}

TEST_CASE("bench refuses what it cannot run") {
  std::vector<CallRow> rows = {
      {"bench", 2, "no folder of cases"},
      {"bench nowhere", 2, "nowhere"},
      {"bench cases --cases x*", 2, "no case has a name like x*"},
      {"bench cases --strategies hd", 2, "no strategy is called hd"},
      {"bench cases -o cases/a-json/interesting.sh", 2, "reads this as a record"},
      {"bench cases -o no/such/file", 1, "no/such/file"},
      {"bench --mode walk", 2, "(reduce, grammars, shootout)"},
      {"bench --mode shootout", 2, "-g NAME"},
      {"bench --mode shootout -g jsn", 2, "did you mean json"},
      {"bench --mode grammars --corpus nowhere", 2, "nowhere"},
      {"bench --table", 2, "bench.jsonl"},
      {"bench --merge bench.jsonl cases", 2},
      {"bench cases -j 0", 2, "0 is not a whole number from 1 to 1024"},
      {"bench cases --timeout soon", 2, "soon is not a time"},
      {"bench cases --corpus cases", 2,
       "--corpus has no effect with --mode reduce\nhint: it is for --mode grammars\n"},
      {"bench cases -g jsn", 2, "did you mean json?"},
      {"bench -o - cases", 2, "- is not allowed"},
      {"bench cases --json", 2, "--json has no effect with --mode reduce"},
      {"bench --mode grammars -g json cases", 2, "DIR|MANIFEST has no effect with --mode grammars"},
      {"bench --mode grammars -g json -n 3", 2, "--inputs has no effect with --mode grammars"},
      {"bench --mode grammars --strategies auto", 2, "--strategies has no effect"},
      {"bench --mode shootout -g expr -o records", 2,
       "--output has no effect with --mode shootout"},
      {"bench --mode shootout -g expr -j 1", 2, "--jobs has no effect with --mode shootout"},
      {"bench --mode shootout --corpus cases -g expr", 2, "--corpus has no effect"}};
  for (const std::string shard : {"0/2", "3/2", "1", "x/2", "1/2/3", "/"}) {
    rows.push_back({"bench -q --shard " + shard + " cases", 2, "the second of five parts"});
  }
  check_refusals(bench_files(), rows);
}
