#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

struct PageShop : Workshop {
  PageShop() {
    write("in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})");
    program("t.sh", kHasBug);
  }

  /// Of the page in that file.
  Json data(const std::string& file) const {
    const std::string page = read(file), begin = "id=\"grabr-data\">";
    const std::size_t at = page.find(begin) + begin.size();
    return Json::parse(page.substr(at, page.find("</script>", at) - at));
  }
};

}  // namespace

TEST_CASE("a page says why each word stayed without a trace") {
  const PageShop shop;
  REQUIRE(shop.grabr("-q --report r.json --trace t.jsonl ./t.sh in.json").exit == 0);
  REQUIRE(shop.grabr("report --html p.html r.json").exit == 0);
  const Json run = shop.data("p.html")["runs"][0];
  CHECK(run["result"] == shop.read("in.reduced.json"));
  CHECK(run["steps"].size() == run["report"]["curve"].size() + 1);
  CHECK(run["steps"][0]["text"] == shop.read("in.json"));
  CHECK(run["tree"]["nodes"].size() > 0);
  CHECK(run["report"]["call"].back() == "in.json");
  CHECK(run["report"]["call"][1] == "-q");
  CHECK(run["neighbours"].size() > 0);
  for (const Json& near : run["neighbours"]) CHECK(near["outcome"] == "pass");

  // What the trace knows comes to that.
  REQUIRE(shop.grabr("report --html q.html --trace t.jsonl r.json").exit == 0);
  CHECK(shop.data("q.html")["runs"][0]["neighbours"].size() >= run["neighbours"].size());
}

TEST_CASE("a page is also made of a reduction without a result, and refused of nonsense") {
  const PageShop shop;
  shop.program("no.sh", "#!/bin/sh\nexit 1\n");
  CHECK(shop.grabr("-q --report r.json ./no.sh in.json").exit == 3);
  CHECK(shop.grabr("report --html p.html r.json").exit == 0);
  CHECK(shop.data("p.html")["runs"][0]["result"].is_null());

  shop.write("nonsense.json", "[1, 2]");
  shop.write("empty.json", "[]");
  CHECK(shop.grabr("report --html p.html empty.json").exit == 2);
  CHECK(shop.grabr("report --html p.html nonsense.json").exit == 2);
  CHECK(shop.grabr("report r.json").exit == 2);
  CHECK(shop.grabr("report --html p.html").exit == 2);
  CHECK(shop.grabr("report --schema nonsense").exit == 2);
  const ShellRun schema = shop.grabr("report --schema page");
  CHECK(schema.exit == 0);
  CHECK(Json::parse(schema.output).contains("$defs"));

  REQUIRE(shop.grabr("-q --report r.json ./t.sh in.json").exit == 0);
  shop.write("in.reduced.json", "another");
  std::filesystem::remove_all(shop.path() / ".grabr");
  const ShellRun changed = shop.grabr("report --html p.html r.json");
  CHECK(changed.exit == 2);
  check_contains(changed.errors, "is not the result of r.json any more");
}

TEST_CASE("of several inputs that fail together the page shows each") {
  const PageShop shop;
  shop.write("more.json", R"([{"c": "BUG"}, 1, 2, 3])");
  shop.program("both.sh", "#!/bin/sh\ngrep -q BUG in.json && grep -q BUG more.json\n");
  REQUIRE(shop.grabr("-q --report r.json ./both.sh in.json more.json").exit == 0);
  REQUIRE(shop.grabr("report --html p.html r.json").exit == 0);
  const Json runs = shop.data("p.html")["runs"];
  REQUIRE(runs.size() == 2);
  CHECK(runs[0]["result"] == shop.read("in.reduced.json"));
  CHECK(runs[1]["result"] == shop.read("more.reduced.json"));
}

TEST_CASE("strategies side by side are a page, too") {
  const PageShop shop;
  const std::string words = "compare -q --strategies perses,ddmin-2000:tokens --html p.html ";
  const ShellRun table = shop.grabr(words + "--json ./t.sh in.json");
  REQUIRE(table.exit == 0);
  const Json rows = Json::parse(table.output)["rows"], runs = shop.data("p.html")["runs"];
  REQUIRE(runs.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(runs[i]["report"]["strategy"] == rows[i]["strategy"]);
    CHECK(runs[i]["report"]["output"]["bytes"] == rows[i]["bytes"]);
    CHECK(runs[i]["report"]["tests"]["committed"] == rows[i]["tests"]);
    CHECK(runs[i]["report"]["curve"].back()[2] == rows[i]["bytes"]);
    CHECK(runs[i]["result"].get<std::string>().size() == rows[i]["bytes"]);
  }
}

TEST_CASE("a start that fails leaves a report, and never in place of the input") {
  const PageShop shop;
  for (const char* words : {"./missing.sh in.json", "./t.sh missing.json",
                            "--strategy nonsense ./t.sh in.json", "-g nonsense ./t.sh in.json"}) {
    CAPTURE(words);
    std::filesystem::remove(shop.path() / "r.json");
    CHECK(shop.grabr(std::string("--report r.json ") + words).exit == 2);
    const Json report = Json::parse(shop.read("r.json"));
    CHECK(report["exit"] == 2);
    CHECK(report["reason"].get<std::string>().size() > 10);
  }
  const std::string before = shop.read("in.json");
  for (const char* option : {"--report", "--trace", "--events"}) {
    const ShellRun run = shop.grabr(std::string(option) + " in.json ./t.sh in.json");
    CHECK(run.exit == 2);
    check_contains(run.errors, "this is the input");
    CHECK(shop.read("in.json") == before);
  }
}
