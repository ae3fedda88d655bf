#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

const Files kPaged = {{"in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})"},
                      {"more.json", R"([{"c": "BUG"}, 1, 2, 3])"},
                      {"t.sh", kHasBug},
                      {"no.sh", "#!/bin/sh\nexit 1\n"},
                      {"both.sh", "#!/bin/sh\ngrep -q BUG in.json && grep -q BUG more.json\n"},
                      {"unpacks.sh", "#!/bin/sh\ngzip -dc \"$1\" | grep -q BUG\n"},
                      {"narrows.sh", "#!/bin/sh\ntr -d '\\000' <\"$1\" | grep -q BUG\n"},
                      {"nonsense.json", "[1, 2]"},
                      {"empty.json", "[]"}};

const std::string kReports = "-q --fresh --report r.json ";

/// The data of the page that this command writes.
Json page_data(const Workshop& shop, const std::string& words, const std::string& file = "p.html") {
  check_calls(shop, {{words.empty() ? "$ :" : "report --html p.html " + words}});
  const std::string page = shop.read(file), begin = "id=\"grabr-data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return Json::parse(page.substr(at, page.find("</script>", at) - at));
}

}  // namespace

TEST_CASE("the tokens of a report's curve are those of the trees" *
          doctest::test_suite("many runs")) {
  const Files inputs = {
      {"a.php", "<b>two words and</b> <?php echo \"x $a y\"; echo 'BUG'; ?>\n more of <i>it</i>\n"},
      {"a.py", "def f(a):\n    if a:\n        return 'BUG'\n    return 2\n"},
      {"a.js", "let a = `x ${b} y`\nlet c = 'BUG'\nc / d / e\n"},
      {"a.sh", "echo \"a $(b) c\"; cat <<END\nBUG\nEND\n"},
  };
  const Workshop shop(kPaged);
  for (const auto& [name, text] : inputs) {
    shop.write(name, text);
    // While the text still contains constructs that are hard to lex.
    check_calls(shop, {{kReports + "--max-tests 3 -o out ./t.sh " + name, 6}});
    const Json report = Json::parse(shop.read("r.json"));
    CHECK(report["input"]["nodes"].is_number());
    CHECK(report["output"]["nodes"].is_number());
    CHECK(report["output"]["tokens"] > 2);
    CHECK(report["curve"].back()[3] == report["output"]["tokens"]);
  }
}

TEST_CASE(
    "a page says why each word stayed, with a trace or without, from a report or the record") {
  const Workshop shop(kPaged);
  check_calls(shop, {{kReports + "--trace t.jsonl ./t.sh in.json"}});
  const Json run = page_data(shop, "r.json")["runs"][0];
  CHECK(run["result"] == shop.read("in.reduced.json"));
  CHECK(run["steps"].size() == run["report"]["curve"].size() + 1);
  CHECK(run["steps"][0]["text"] == shop.read("in.json"));
  CHECK(run["tree"]["nodes"].size() > 0);
  CHECK(run["report"]["call"].back() == "in.json");
  CHECK(run["report"]["call"][1] == "-q");
  CHECK(run["neighbours"].size() > 0);
  for (const Json& near : run["neighbours"]) CHECK(near["outcome"] == "pass");
  // Information from the trace is added.
  CHECK(page_data(shop, "--trace t.jsonl r.json")["runs"][0]["neighbours"].size() >=
        run["neighbours"].size());

  check_calls(shop, {{"-q --fresh ./t.sh in.json"}});
  for (const char* name : {"in.json", "in.reduced.json", ".", "--cache .grabr in.json"}) {
    CAPTURE(name);
    const Json kept = page_data(shop, name)["runs"][0];
    for (const char* part : {"result", "neighbours", "tree"}) CHECK(kept[part] == run[part]);
    CHECK(kept["steps"].size() == run["steps"].size());
    for (const char* part : {"certificate", "output", "input", "strategy"}) {
      CHECK(kept["report"][part] == run["report"][part]);
    }
    CHECK(kept["report"]["tests"]["committed"] == run["report"]["tests"]["committed"]);
    for (std::size_t i = 0; i < kept["report"]["curve"].size(); ++i) {
      CHECK(kept["report"]["curve"][i][3] == run["report"]["curve"][i][3]);
    }
  }
  check_calls(shop,
              {{"report --html q.html nowhere.json", 2, "no reduction of nowhere.json is known"},
               // A killed run has no exit status.
               {"$ sed -i 's/\"exit\": 0/\"exit\": null/' .grabr/in.reduced.json.status"},
               {"report --html q.html in.json", 2, "has not ended"}});
}

TEST_CASE("a page is also made of a reduction without a result, and refused of nonsense") {
  const Workshop shop(kPaged);
  check_calls(shop, {{kReports + "./no.sh in.json", 3}});
  CHECK(page_data(shop, "r.json")["runs"][0]["result"].is_null());
  check_calls(shop, {{"report --html p.html empty.json", 2},
                     {"report --html p.html nonsense.json", 2},
                     {"report r.json", 2},
                     {"report --html p.html", 2},
                     {"report --schema nonsense", 2},
                     {"report --schema page", 0, {}, "\"$defs\""},
                     {kReports + "./t.sh in.json"},
                     {"$ echo another >in.reduced.json; rm -r .grabr"},
                     {"report --html p.html r.json",
                      2,
                      {"is not the result of r.json any more", "another output (-o)"}}});
}

TEST_CASE("the page of a large text has its tokens without a report" *
          doctest::test_suite("many runs")) {
  const Workshop shop(kPaged);
  std::string text = "[";
  for (int i = 0; i < 9000; ++i) text += "[" + std::to_string(i) + "], ";
  shop.write("large.json", text + R"({"b": "BUG", "c": [1, 2, 3]}])");
  check_calls(shop, {{kReports + "./t.sh large.json"}, {"-q --fresh ./t.sh large.json"}});
  const Json reported = Json::parse(shop.read("r.json"));
  const Json report = page_data(shop, "large.json")["runs"][0]["report"];
  REQUIRE(report["curve"].size() == reported["curve"].size());
  for (std::size_t i = 0; i < report["curve"].size(); ++i) {
    CHECK(report["curve"][i][3] == reported["curve"][i][3]);
  }
  for (std::size_t i = 0; i < report["passes"].size(); ++i) {
    CHECK(report["passes"][i]["tokens_removed"] == reported["passes"][i]["tokens_removed"]);
  }
}

TEST_CASE("files that are made of a text have their steps on the page") {
  const Workshop shop(kPaged);
  std::string wide_text = "\xff\xfe";
  for (const char c : std::string(R"([1, 2, "BUG", {"a": 3}])")) wide_text += {c, '\0'};
  shop.write("wide.json", wide_text);
  check_calls(shop, {{"$ gzip -nk in.json"},
                     {kReports + "--decode 'gzip -dc' --encode 'gzip -nc' ./unpacks.sh in.json.gz"},
                     {"-q ./narrows.sh wide.json"}});
  for (const char* name : {"r.json", "in.json.gz", "wide.json"}) {
    const Json run = page_data(shop, name)["runs"][0];
    check_contains(run["result"], "\"BUG\"");
    CHECK(run["steps"].size() == run["report"]["curve"].size() + 1);
    CHECK(run["tree"]["nodes"].size() > 0);
  }
}

TEST_CASE("the page says which parts matter, where that was found out") {
  const Workshop shop(kPaged);
  check_calls(shop, {{kReports + "-c 'grep -q \"BUG.*true\" @@' in.json"}});
  CHECK_FALSE(page_data(shop, "r.json")["runs"][0].contains("explanation"));
  check_calls(shop, {{"explain -q --samples 4 --together 6 --json e.json"}});
  const Json explained = Json::parse(shop.read("e.json"));
  for (const char* words : {"r.json", "in.json", "--explanation e.json r.json"}) {
    const Json given = page_data(shop, words)["runs"][0]["explanation"];
    for (const char* part : {"abstraction", "parts", "together", "tests", "ended"}) {
      CHECK(given[part] == explained[part]);
    }
    CHECK_FALSE(given.contains("grammar"));
  }
  // The history of another result is ignored, or rejected if it is named.
  check_calls(shop, {{"-q --fresh -c 'grep -q BUG @@' in.json"}});
  CHECK_FALSE(page_data(shop, "in.json")["runs"][0].contains("explanation"));
  check_calls(shop, {{"report --html p.html --explanation e.json in.json", 2,
                      "e.json explains another text than the result"},
                     {"report --html p.html --explanation r.json in.json", 2,
                      "r.json is not an explanation"}});
}

TEST_CASE("several inputs that fail together, and strategies side by side, are pages, too") {
  const Workshop shop(kPaged);
  check_calls(shop, {{kReports + "./both.sh in.json more.json"}});
  const Json runs = page_data(shop, "r.json")["runs"];
  REQUIRE(runs.size() == 2);
  CHECK(runs[0]["result"] == shop.read("in.reduced.json"));
  CHECK(runs[1]["result"] == shop.read("more.reduced.json"));
  // Without the report: their turns, with steps.
  for (const char* name : {"in.json", "more.reduced.json"}) {
    const Json data = page_data(shop, std::string("--svg q.svg ") + name);
    CHECK(data["kind"] == "turns");
    const Json& turns = data["turns"];
    CHECK(turns["kind"] == "inputs");
    std::int64_t before = 0, tests = 0;
    for (const Json& part : turns["parts"]) before += part["bytes"][0].get<std::int64_t>();
    for (const Json& run : data["runs"]) {
      tests += run["report"]["tests"]["committed"].get<std::int64_t>();
      const std::size_t steps = run["report"]["curve"].size();
      CHECK(run["steps"].size() == (steps == 0 ? 0 : steps + 1));
    }
    CHECK(turns["bytes"][0] == before);
    CHECK(turns["tests"] == tests);
    const bool is_first = data["runs"].back()["turn"]["part"] == "in.json";
    CHECK(data["runs"].back()["result"] ==
          shop.read(is_first ? "in.reduced.json" : "more.reduced.json"));
  }
  check_calls(shop, {{"$ cat q.svg", 0, {}, "<polyline"},
                     {"show in.json", 0, {}, "more.json"},
                     {"report --html q.html --trace t.jsonl in.json", 2, "one input"},
                     // Once it is reduced alone, it has a page of its own again.
                     {"-q ./t.sh in.json"}});
  CHECK(page_data(shop, "in.json")["kind"] == "runs");

  const ShellRun table = shop.grabr(
      "compare -q --strategies perses,ddmin-2000:tokens --html c.html --json ./t.sh in.json");
  REQUIRE(table.exit == 0);
  const Json rows = Json::parse(table.output)["rows"],
             pages = page_data(shop, "", "c.html")["runs"];
  REQUIRE(pages.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(pages[i]["report"]["strategy"] == rows[i]["strategy"]);
    CHECK(pages[i]["report"]["output"]["bytes"] == rows[i]["bytes"]);
    CHECK(pages[i]["report"]["tests"]["committed"] == rows[i]["tests"]);
    CHECK(pages[i]["report"]["curve"].back()[2] == rows[i]["bytes"]);
    CHECK(pages[i]["result"].get<std::string>().size() == rows[i]["bytes"]);
  }
}

TEST_CASE("a start that fails leaves a report, and never in place of the input") {
  const Workshop shop(kPaged);
  for (const std::string words :
       {"./missing.sh in.json", "./t.sh missing.json", "--strategy nonsense ./t.sh in.json",
        "-g nonsense ./t.sh in.json"}) {
    check_calls(shop, {{"$ rm -f r.json; \"$GRABR\" --report r.json " + words, 2}});
    const Json report = Json::parse(shop.read("r.json"));
    CHECK(report["exit"] == 2);
    CHECK(report["reason"].get<std::string>().size() > 10);
  }
}

TEST_CASE("no output takes the place of a file that is read, or of another output") {
  const Workshop shop(kPaged);
  const std::string test = shop.read("t.sh");
  for (const std::string call :
       {"--report FILE ./t.sh in.json", "--trace FILE ./t.sh in.json",
        "--events FILE ./t.sh in.json", "diff --passing FILE ./t.sh in.json t.sh",
        "explain --json FILE ./t.sh in.json", "explain --abstraction FILE ./t.sh in.json",
        "compare --html FILE ./t.sh in.json",
        "--emit-script -o FILE --exit 0 -i in.json -- ./t.sh"}) {
    for (const char* file : {"in.json", "./t.sh"}) {
      std::string named = call;
      named.replace(named.find("FILE"), 4, file);
      check_calls(shop, {{named, 2, "is read by this call"}});
    }
  }
  check_calls(shop, {{"-o t.sh ./t.sh in.json", 2, "is read by this call"},
                     {"--copy t.sh -o t.sh -c 'true @@' in.json", 2, "is read by this call"},
                     {"-o out --report ./out ./t.sh in.json", 2, "named for two outputs"},
                     {"--trace in.reduced.json ./t.sh in.json", 2, "named for two outputs"},
                     {"-I --report in.json ./t.sh in.json", 2, "named for two outputs"}});
  CHECK(shop.read("in.json") == kPaged[0].second);
  CHECK(shop.read("t.sh") == test);
}
