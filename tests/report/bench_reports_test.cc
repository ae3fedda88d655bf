// The tables and JSON of `grabr bench --mode grammars` and `--mode shootout`.
#include "report/tables/bench_reports.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace grabr;
using Json = nlohmann::json;

namespace {

std::vector<GrammarRecord> grammar_records() {
  GrammarRecord good;
  good.key = "json";
  good.name = "JSON";
  good.load_ms = 1.25;
  good.valid = 3;
  good.accepted = 2;
  good.wrong = {"x.json"};
  good.bytes = 100;
  good.tokens = 40;
  good.mb_per_s = 12.5;
  good.tree_mb_per_s = 3.25;
  good.searched = 2;
  good.ambiguous = {"y.json"};
  GrammarRecord bad;
  bad.key = "broken";
  bad.error = "no rules";
  return {good, bad};
}

ShootoutReport shootout() {
  ShootoutReport report;
  report.grammar = "Expr";
  report.inputs = 2;
  report.records = {{"grabr", 0, {"a"}, 30, 9, 6, 3, 10, false, ""},
                    {"grabr", 0, {"a", "b"}, 30, 9, 8, 4, 12, true, ""},
                    {"grabr", 1, {"a"}, 40, 11, 8, 5, 20, false, ""},
                    {"grabr", 1, {"a", "b"}, 40, 11, 0, 0, 0, false, "it needs a tree"}};
  return report;
}

}  // namespace

TEST_CASE("grammars as a table and as JSON") {
  CHECK(grammar_table(grammar_records()) ==
        "grammar  load ms  accepted  refused  bytes  MB/s  to tree  bytes/token  ambiguous\n"
        "json         1.2       2/3        -    100  12.5      3.2          2.5        1/2\n"
        "broken         !\n"
        "! broken: no rules\n");
  const Json json = Json::parse(grammars_json(grammar_records()));
  CHECK(json["grammars"][0]["wrong"] == Json{"x.json"});
  CHECK(json["grammars"][0]["ambiguous"] == Json{"y.json"});
  CHECK(json["grammars"][1]["mb_per_s"].is_null());
  CHECK(json["grammars"][1]["error"] == "no rules");
}

TEST_CASE("a shootout as tables and as JSON") {
  CHECK(shootout_table(shootout()) ==
        "Expr, seed 0: 2 inputs of 10.0 tokens on average (9 to 11)\n"
        "\n"
        "one symbol  runs  tests   sd  min  max  tokens   sd  min  max  bytes  limited  failed\n"
        "grabr          2   15.0  7.1   10   20     4.0  1.4    3    5    7.0        0       0\n"
        "\n"
        "two symbols  runs  tests   sd  min  max  tokens   sd  min  max  bytes  limited  failed\n"
        "grabr           1   12.0  0.0   12   12     4.0  0.0    4    4    8.0        1       1\n");
  const Json json = Json::parse(shootout_json(shootout()));
  CHECK(json["rows"].size() == 2);
  CHECK(json["rows"][0]["tests"]["mean"] == 15);
  CHECK(json["records"].size() == 4);
  CHECK(json["records"][3]["error"] == "it needs a tree");
}
