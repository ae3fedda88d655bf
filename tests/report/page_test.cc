#include "report/page/page.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "oracle/function_oracle.h"
#include "reduce/strategy.h"
#include "report/page/page_parts.h"
#include "report/saved/neighbours.h"
#include "report/saved/report.h"
#include "report/trace/recorder.h"
#include "support/build.h"
#include "support/grammars.h"
#include "temporary_folder.h"
#include "text/error.h"
#include "text/file.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

Json data_of(const std::string& page) {
  const std::string begin = "id=\"grabr-data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return Json::parse(page.substr(at, page.find("</script>", at) - at));
}

/// Each line has a number; those with a seven in it are needed.
std::string numbered_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "line(" + std::to_string(i) + ", <b>&amp;</b>);\n";
  return text;
}

/// The last tests, as in a trace.
class LastTests : public Observer {
 public:
  void on_test(const TestRecord& record) override {
    if (tests.size() == 4'000) tests.erase(tests.begin(), tests.begin() + 2'000);
    tests.push_back({record.number, std::string(outcome_name(record.result.outcome)),
                     std::string(record.edit), std::string(record.text)});
  }

  std::vector<TracedTest> tests;
};

/// A search with a strategy on plain text, with its report, history and trace.
PageRun run_of(const std::string& text, const std::string& strategy,
               std::optional<std::uint64_t> most_tests, const FunctionOracle::Function& judge) {
  FunctionOracle oracle(judge);
  Session session(oracle, text);
  session.stop = StopToken().within({.tests = most_tests});
  const TemporaryFolder folder;
  HistoryWriter history(folder.path(), "input", text);
  Recorder recorder(text, [](std::string_view t) { return count_text_tokens(t, nullptr); });
  TestNumbers numbers;
  LastTests last;
  for (Observer* observer : {static_cast<Observer*>(&history), static_cast<Observer*>(&recorder),
                             static_cast<Observer*>(&numbers), static_cast<Observer*>(&last)}) {
    session.add_observer(observer);
  }
  Report report;
  try {
    session.check_original("preflight");
    run_schedule(parse_schedule(strategy), session, Problem{});
  } catch (const Error& error) {
    REQUIRE(error.kind() == ErrorKind::kBudget);
    report.reason = error.what();
    report.exit = 6;
  }
  report.input = {"input.txt", measure(text, nullptr, nullptr)};
  report.output = {"input.reduced.txt", measure(session.best(), nullptr, nullptr)};
  report.strategy = strategy;
  report.unit = "chars";
  report.test.command = {"./test.sh"};
  report.test.directory = "/";
  report.counts = session.counts();
  report.wall_s = recorder.seconds();
  report.phases = recorder.phases();
  report.passes = recorder.passes();
  report.curve = recorder.curve();
  report.call = {"grabr", "./test.sh", "input.txt"};
  const std::string& best = session.best();
  for (std::size_t i = 0; i < best.size(); ++i) {
    std::string without = best;
    without.erase(i, 1);
    const auto outcome = session.known_outcome(without);
    if (!outcome) continue;
    report.neighbours.push_back({change_between(best, without), "deletion",
                                 std::string(outcome_name(*outcome)), numbers.of(without), ""});
  }
  PageRun run;
  run.report = report_json(report);
  run.result = best;
  run.tests = std::move(last.tests);
  run.steps = read_history(history_path(folder.path(), "input"));
  return run;
}

/// Saves a page to be opened in a browser: tests/check_page.py.
void keep_page(const std::string& name, const std::string& page) {
  if (const char* folder = std::getenv("GRABR_PAGES")) {
    write_atomically(std::filesystem::path(folder) / name, page);
  }
}

/// Fails with this many sevens and this many punctuation characters.
FunctionOracle::Function needs(std::ptrdiff_t count) {
  return [count](std::string_view text) {
    const bool enough = std::count(text.begin(), text.end(), '7') >= count &&
                        std::count(text.begin(), text.end(), '&') >= count;
    return enough ? Outcome::kFail : Outcome::kPass;
  };
}

std::string text_of_step(const Json& steps, std::size_t i) {
  if (steps[i].contains("text")) return steps[i]["text"];
  const std::string before = text_of_step(steps, i - 1);
  std::string text;
  for (const Json& piece : steps[i]["delta"]) {
    text += before.substr(piece[0], piece[1]);
    if (piece.size() > 2) text += piece[2].get<std::string>();
  }
  return text;
}

}  // namespace

TEST_CASE("a page has the report, every step and what was tried with the result") {
  const std::string text = numbered_lines(20);
  const PageRun run =
      run_of(text, "ddmin-2000:lines", std::nullopt, [](std::string_view candidate) {
        return candidate.find("line(17") != candidate.npos ? Outcome::kFail : Outcome::kPass;
      });
  const std::string page = html_page({run});
  const Json data = data_of(page);
  CHECK(data["schema"] == "grabr-page-1");
  REQUIRE(data["runs"].size() == 1);
  const Json& one = data["runs"][0];
  CHECK(one["result"] == "line(17, <b>&amp;</b>);\n");
  Json report = Json::parse(run.report);
  report.erase("neighbours");
  CHECK(one["report"] == report);
  REQUIRE(one["steps"].size() == run.steps.size());
  CHECK(one["steps"].size() > 2);
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    CHECK(text_of_step(one["steps"], i) == run.steps[i].text);
  }
  CHECK_THROWS_AS(html_page({{.report = "{}",
                              .result = "",
                              .steps = {},
                              .tests = {},
                              .tree = {},
                              .kinds = {},
                              .kinds_before = {},
                              .explanation = {},
                              .pass_words = {},
                              .markdown = {}}}),
                  Error);
}

TEST_CASE("tokens with a colour are told by their distance, length and kind") {
  PageRun run = run_of("line(1);\n", "ddmin-2000:lines", std::nullopt, needs(0));
  run.kinds = {{{1, 4}, TokenKind::kKeyword}, {{6, 7}, TokenKind::kNumber}};
  const Json kinds = data_of(html_page({run}))["runs"][0]["kinds"];
  CHECK(kinds["result"] == Json{1, 3, 1, 2, 1, 3});
  CHECK(kinds["before"] == Json::array());
}

TEST_CASE("the page of 5,000 tests is below a megabyte") {
  const PageRun run = run_of(numbered_lines(1500), "ddmin-2000:chars", 5'000, needs(60));
  const Json report = Json::parse(run.report);
  CHECK(report["tests"]["committed"] == 5'000);
  const std::string page = html_page({run});
  CHECK(page.size() < 1'000'000);
  CHECK(data_of(page)["runs"][0]["steps"].size() == report["curve"].size() + 1);
  keep_page("5000.html", page);
}

TEST_CASE("a page of 100,000 tests has all of its steps") {
  const std::uint64_t kTests = support::runs(100'000);
  const PageRun run =
      run_of(numbered_lines(support::runs(9000)), "ddmin-2000:chars", kTests, needs(200));
  const Json report = Json::parse(run.report);
  CHECK(report["tests"]["committed"] == kTests);
  const std::string page = html_page({run});
  const Json data = data_of(page);
  CHECK(data["runs"][0]["steps"].size() == report["curve"].size() + 1);
  CHECK(data["runs"][0]["neighbours"].size() > 50);
  keep_page("100000.html", page);
}

TEST_CASE("steps whose texts would take too much have none") {
  PageRun run;
  Report report;
  report.curve.push_back({1, 0.5, 10, 1});
  run.report = report_json(report);
  const std::string large(3'000'000, 'x');
  run.result = "0123456789";
  run.steps = {{0, 0, large.size(), 0, "", "", large}, {1, 1, 10, 0.5, "sweep", "", *run.result}};
  const Json steps = data_of(html_page({run}))["runs"][0]["steps"];
  REQUIRE(steps.size() == 2);
  CHECK_FALSE(steps[0].contains("text"));
  CHECK(steps[0]["bytes"] == large.size());
  CHECK(steps[1]["text"] == *run.result);
}

TEST_CASE("an outline has what branches, and each token with its place") {
  const auto grammar = support::fixed("json");
  const std::string text = R"({"a": [1, 22]})";
  const Parser parser(grammar);
  const Tree tree = std::get<Tree>(parser.parse(text));
  const Json outline = tree_outline(tree, 100);
  std::string tokens;
  for (const Json& node : outline["nodes"]) {
    if (node.size() < 4) continue;
    tokens += text.substr(node[2], node[3].get<std::size_t>() - node[2].get<std::size_t>()) + "|";
  }
  CHECK(tokens == "{|\"a\"|:|[|1|,|22|]|}|");
  CHECK(outline["nodes"][0][0] == 0);
  CHECK(tree_outline(tree, 3).is_null());
}

TEST_CASE("a picture has a curve for each run, and their names") {
  const auto judge = [](std::string_view text) {
    return text.find('7') != text.npos ? Outcome::kFail : Outcome::kPass;
  };
  const PageRun a = run_of(numbered_lines(9), "ddmin-2000:lines", std::nullopt, judge);
  const PageRun b = run_of(numbered_lines(9), "ddmin-2000:chars", std::nullopt, judge);
  const std::string svg = size_curves_svg({a, b});
  std::size_t curves = 0;
  for (std::size_t at = 0; (at = svg.find("<polyline", at)) != svg.npos; ++at) ++curves;
  CHECK(curves == 2);
  CHECK(svg.find("ddmin-2000:chars") != svg.npos);
}

TEST_CASE("the schemas are JSON") {
  for (const char* name : {"page", "events", "trace"}) {
    REQUIRE(schema_named(name));
    CHECK(Json::parse(*schema_named(name)).contains("$schema"));
  }
  CHECK_FALSE(schema_named("nonsense"));
}
