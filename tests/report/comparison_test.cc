#include "report/tables/comparison.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace grabr;

namespace {

Measure measured(std::size_t bytes, std::size_t tokens,
                 std::optional<std::size_t> nodes = std::nullopt) {
  Measure measure;
  measure.bytes = bytes;
  measure.tokens = tokens;
  measure.nodes = nodes;
  return measure;
}

Comparison example() {
  Comparison comparison;
  comparison.input = "in.\xff";
  comparison.input_measure = measured(94, 49, 89);
  comparison.parsed = "whole";
  comparison.grammar = "JSON";
  StrategyRun run;
  run.strategy = "hdd";
  run.guarantee = "none";
  run.counts.committed = 8;
  run.counts.unresolved = 2;
  run.parsed = 6;
  run.parse_known = true;
  run.test_s = 1.25;
  run.own_s = 0.25;
  comparison.rows.push_back({run, measured(6, 1, 3)});
  run.strategy = "ddmin-2000:chars";
  run.parse_known = false;
  run.counts = {};
  run.guessed = 1;
  run.ended_by = ErrorKind::kBudget;
  run.ended = "the budget, \"0\" tests, is used up";
  comparison.rows.push_back({run, measured(94, 49)});
  comparison.left_out.push_back({"grabr", "it needs a tree"});
  return comparison;
}

}  // namespace

TEST_CASE("a comparison as a table") {
  CHECK(comparison_table(example()) ==
        "strategy          bytes  tokens  nodes  tests  parse  unresolved  seconds  guarantee\n"
        "input                94      49     89      -      -           -        -\n"
        "hdd                   6       1      3      8  75.0%       25.0%      1.5  none\n"
        "ddmin-2000:chars     94      49      -      0      -           -     ~1.5  none\n"
        "ddmin-2000:chars: the budget, \"0\" tests, is used up\n"
        "seconds: as if each ran alone, one test at a time; answers shared with another strategy "
        "count in full,\nthose of earlier calls like an average test (~)\n");
}

TEST_CASE("a comparison as CSV") {
  CHECK(comparison_csv(example()) ==
        "strategy,bytes,tokens,nodes,tests,parsed_share,unresolved_share,seconds,guarantee,ended\n"
        "input,94,49,89,,,,,,\n"
        "hdd,6,1,3,8,0.7500,0.2500,1.500,none,\n"
        "ddmin-2000:chars,94,49,,0,,,1.500,none,\"the budget, \"\"0\"\" tests, is used up\"\n");
}

TEST_CASE("a comparison as JSON") {
  const auto json = nlohmann::json::parse(comparison_json(example()));
  CHECK(json["schema"] == "grabr-compare-1");
  CHECK(json["input"]["path"] == "in.\xEF\xBF\xBD");
  CHECK(json["input"]["tokens"] == 49);
  CHECK(json["grammar"] == "JSON");
  REQUIRE(json["rows"].size() == 2);
  CHECK(json["rows"][0]["parsed_share"] == 0.75);
  CHECK(json["rows"][0]["unresolved_share"] == 0.25);
  CHECK(json["rows"][0]["seconds"]["alone"] == 1.5);
  CHECK(json["rows"][0]["ended"].is_null());
  CHECK(json["rows"][1]["parsed"].is_null());
  CHECK(json["rows"][1]["nodes"].is_null());
  CHECK(json["rows"][1]["exit"] == 6);
  CHECK(json["left_out"][0]["strategy"] == "grabr");
}
