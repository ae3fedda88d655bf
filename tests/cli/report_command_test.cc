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

TEST_CASE("the tokens of a report's curve are those of the trees" *
          doctest::test_suite("many runs")) {
  const std::pair<const char*, const char*> inputs[] = {
      {"a.php", "<b>two words and</b> <?php echo \"x $a y\"; echo 'BUG'; ?>\n more of <i>it</i>\n"},
      {"a.py", "def f(a):\n    if a:\n        return 'BUG'\n    return 2\n"},
      {"a.js", "let a = `x ${b} y`\nlet c = 'BUG'\nc / d / e\n"},
      {"a.sh", "echo \"a $(b) c\"; cat <<END\nBUG\nEND\n"},
  };
  const PageShop shop;
  for (const auto& input : inputs) {
    const std::string name = input.first;
    CAPTURE(name);
    shop.write(name, input.second);
    // While the text still has what its language is hard to lex for.
    const ShellRun run =
        shop.grabr("-q --fresh --max-tests 3 --report r.json -o out ./t.sh " + std::string(name));
    CHECK(run.exit == 6);
    const Json report = Json::parse(shop.read("r.json"));
    CHECK(report["input"]["nodes"].is_number());
    CHECK(report["output"]["nodes"].is_number());
    CHECK(report["output"]["tokens"] > 2);
    CHECK(report["curve"].back()[3] == report["output"]["tokens"]);
  }
}

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
  check_contains(changed.errors, "an output of its own (-o)");
}

TEST_CASE("a page is made of what is kept of a reduction that has ended") {
  const PageShop shop;
  REQUIRE(shop.grabr("-q --report r.json ./t.sh in.json").exit == 0);
  REQUIRE(shop.grabr("report --html p.html r.json").exit == 0);
  const Json reported = shop.data("p.html")["runs"][0];
  REQUIRE(shop.grabr("-q --fresh ./t.sh in.json").exit == 0);
  for (const char* name : {"in.json", "in.reduced.json", ".", "--cache .grabr in.json"}) {
    CAPTURE(name);
    REQUIRE(shop.grabr(std::string("report --html q.html ") + name).exit == 0);
    const Json run = shop.data("q.html")["runs"][0];
    for (const char* part : {"result", "neighbours", "tree"}) CHECK(run[part] == reported[part]);
    CHECK(run["steps"].size() == reported["steps"].size());
    for (const char* part : {"certificate", "output", "input", "strategy"}) {
      CHECK(run["report"][part] == reported["report"][part]);
    }
    CHECK(run["report"]["tests"]["committed"] == reported["report"]["tests"]["committed"]);
    for (std::size_t i = 0; i < run["report"]["curve"].size(); ++i) {
      CHECK(run["report"]["curve"][i][3] == reported["report"]["curve"][i][3]);
    }
  }
  const ShellRun none = shop.grabr("report --html q.html nowhere.json");
  CHECK(none.exit == 2);
  check_contains(none.errors, "no reduction of nowhere.json is known");
  // One that was killed has none.
  shop.shell("sed -i 's/\"exit\": 0/\"exit\": null/' .grabr/in.reduced.json.status");
  check_contains(shop.grabr("report --html q.html in.json").errors, "has not ended");
}

TEST_CASE("the page of a large text has its tokens without a report" *
          doctest::test_suite("many runs")) {
  const PageShop shop;
  std::string text = "[";
  for (int i = 0; i < 9000; ++i) text += "[" + std::to_string(i) + "], ";
  shop.write("large.json", text + R"({"b": "BUG", "c": [1, 2, 3]}])");
  REQUIRE(shop.grabr("-q --report r.json ./t.sh large.json").exit == 0);
  const Json reported = Json::parse(shop.read("r.json"));
  REQUIRE(shop.grabr("-q --fresh ./t.sh large.json").exit == 0);
  REQUIRE(shop.grabr("report --html q.html large.json").exit == 0);
  const Json report = shop.data("q.html")["runs"][0]["report"];
  REQUIRE(report["curve"].size() == reported["curve"].size());
  for (std::size_t i = 0; i < report["curve"].size(); ++i) {
    CHECK(report["curve"][i][3] == reported["curve"][i][3]);
  }
  for (std::size_t i = 0; i < report["passes"].size(); ++i) {
    CHECK(report["passes"][i]["tokens_removed"] == reported["passes"][i]["tokens_removed"]);
  }
}

TEST_CASE("files that are made of a text have their steps on the page") {
  const PageShop shop;
  shop.program("unpacks.sh", "#!/bin/sh\ngzip -dc \"$1\" | grep -q BUG\n");
  shop.shell("gzip -nk in.json");
  REQUIRE(
      shop.grabr(
              "-q --decode 'gzip -dc' --encode 'gzip -nc' --report r.json ./unpacks.sh in.json.gz")
          .exit == 0);
  std::string wide = "\xff\xfe";
  for (const char c : std::string(R"([1, 2, "BUG", {"a": 3}])")) wide += {c, '\0'};
  shop.write("wide.json", wide);
  shop.program("narrows.sh", "#!/bin/sh\ntr -d '\\000' <\"$1\" | grep -q BUG\n");
  REQUIRE(shop.grabr("-q ./narrows.sh wide.json").exit == 0);
  for (const char* name : {"r.json", "in.json.gz", "wide.json"}) {
    CAPTURE(name);
    REQUIRE(shop.grabr(std::string("report --html p.html ") + name).exit == 0);
    const Json run = shop.data("p.html")["runs"][0];
    CHECK(run["result"].get<std::string>().find("\"BUG\"") != std::string::npos);
    CHECK(run["steps"].size() == run["report"]["curve"].size() + 1);
    CHECK(run["tree"]["nodes"].size() > 0);
  }
}

TEST_CASE("the page says which parts matter, where that was found out") {
  const PageShop shop;
  REQUIRE(shop.grabr("-q --report r.json -c 'grep -q \"BUG.*true\" @@' in.json").exit == 0);
  REQUIRE(shop.grabr("report --html p.html r.json").exit == 0);
  CHECK_FALSE(shop.data("p.html")["runs"][0].contains("explanation"));
  REQUIRE(shop.grabr("explain -q --samples 4 --together 6 --json e.json").exit == 0);
  const Json explained = Json::parse(shop.read("e.json"));
  for (const char* words : {"r.json", "in.json", "--explanation e.json r.json"}) {
    CAPTURE(words);
    REQUIRE(shop.grabr(std::string("report --html p.html ") + words).exit == 0);
    const Json shown = shop.data("p.html")["runs"][0]["explanation"];
    for (const char* part : {"abstraction", "parts", "together", "tests", "ended"}) {
      CHECK(shown[part] == explained[part]);
    }
    CHECK_FALSE(shown.contains("grammar"));
  }
  // That of another result is left alone, or refused where it is named.
  REQUIRE(shop.grabr("-q --fresh -c 'grep -q BUG @@' in.json").exit == 0);
  REQUIRE(shop.grabr("report --html p.html in.json").exit == 0);
  CHECK_FALSE(shop.data("p.html")["runs"][0].contains("explanation"));
  check_contains(shop.grabr("report --html p.html --explanation e.json in.json").errors,
                 "e.json explains another text than the result");
  check_contains(shop.grabr("report --html p.html --explanation r.json in.json").errors,
                 "r.json is not an explanation");
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

  // Without the report: their turns, with steps.
  REQUIRE(shop.grabr("-q ./both.sh in.json more.json").exit == 0);
  for (const char* name : {"in.json", "more.reduced.json"}) {
    CAPTURE(name);
    REQUIRE(shop.grabr(std::string("report --html q.html --svg q.svg ") + name).exit == 0);
    const Json data = shop.data("q.html");
    CHECK(data["kind"] == "turns");
    const Json& turns = data["turns"];
    CHECK(turns["kind"] == "inputs");
    std::int64_t before = 0, tests = 0;
    for (const Json& part : turns["parts"]) before += part["bytes"][0].get<std::int64_t>();
    for (const Json& run : data["runs"]) {
      tests += run["report"]["tests"]["committed"].get<std::int64_t>();
      CHECK(run["steps"].size() ==
            (run["report"]["curve"].empty() ? 0 : run["report"]["curve"].size() + 1));
    }
    CHECK(turns["bytes"][0] == before);
    CHECK(turns["tests"] == tests);
    CHECK(data["runs"].back()["result"] ==
          shop.read(data["runs"].back()["turn"]["part"] == "in.json" ? "in.reduced.json"
                                                                     : "more.reduced.json"));
  }
  check_contains(shop.read("q.svg"), "<polyline");
  check_contains(shop.grabr("show in.json").output, "more.json");
  check_contains(shop.grabr("report --html q.html --trace t.jsonl in.json").errors, "one input");
  // Reduced alone, it has a page of its own again.
  REQUIRE(shop.grabr("-q ./t.sh in.json").exit == 0);
  REQUIRE(shop.grabr("report --html q.html in.json").exit == 0);
  CHECK(shop.data("q.html")["kind"] == "runs");
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
