// The events that `grabr reduce --events` writes for other programs.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using EventLine = nlohmann::json;

const Files kEventFiles = {{"t.sh", kHasBug},
                           {"in.json", "[1, 2, \"BUG\", {\"a\": [3, 4]}]\n"},
                           {"b.json", "[\"BUG\", 2]\n"},
                           {"fine.json", "[1]\n"}};

}  // namespace

TEST_CASE("events agree with the report" * doctest::test_suite("many runs")) {
  const Workshop bench(kEventFiles);
  const ShellRun run = bench.grabr("--events - --report r.json ./t.sh in.json");
  REQUIRE(run.exit == 0);
  const auto report = EventLine::parse(bench.read("r.json"));
  std::map<std::string, std::vector<EventLine>> events;
  std::istringstream lines(run.output);
  for (std::string line; std::getline(lines, line);) {
    const EventLine event = EventLine::parse(line);
    events[event["event"]].push_back(event);
  }
  CHECK(run.output.starts_with("{\"event\":\"start\""));
  CHECK(events["start"].at(0)["schema"] == "grabr-events-1");
  CHECK(events["start"][0]["inputs"] == EventLine({"in.json"}));
  CHECK(!events["preflight"].empty());
  const auto& best = events["best"];
  REQUIRE(best.size() == report["curve"].size());
  for (std::size_t i = 0; i < best.size(); ++i) {
    CHECK(best[i]["test"] == report["curve"][i][0]);
    CHECK(best[i]["bytes"] == report["curve"][i][2]);
  }
  std::set<std::string> told, counted;
  for (const EventLine& pass : events["pass"]) told.insert(pass["name"]);
  for (const EventLine& pass : report["passes"]) {
    if (pass["tests"] > 0) counted.insert(pass["name"]);
  }
  CHECK(told == counted);
  const EventLine done = events["done"].at(0);
  CHECK(done["exit"] == 0);
  CHECK(done["reason"].is_null());
  CHECK(done["tests"] == report["tests"]["committed"]);
  CHECK(done["results"][0]["bytes"] == report["output"]["bytes"]);
  CHECK(done["results"][0]["output"] == "in.reduced.json");
}

TEST_CASE("how it ended is the last event, and events have a place of their own") {
  const std::string last = "; status=$?; tail -n 1 e; exit $status";
  check_calls(
      Workshop(kEventFiles),
      {{"-q --events e ./t.sh fine.json" + last,
        3,
        {},
        {"\"event\":\"refused\"", "\"exit\":3", "fine.json does not fail"}},
       {"-q --events e -g nosuch ./t.sh in.json" + last,
        2,
        {},
        {"\"event\":\"refused\"", "\"remedy\":\""}},
       {"-q --events e --max-tests 2 ./t.sh in.json" + last, 6, {}, "\"event\":\"done\""},
       {"-q --events e -c 'grep -q BUG in.json && grep -q BUG b.json' in.json b.json" + last,
        0,
        {},
        {"in.reduced.json", "b.reduced.json"}},
       {"--events - -o - ./t.sh in.json", 2, "--events -: the result goes to standard output, too"},
       {"--events - --trace - ./t.sh in.json", 2, "both cannot go"},
       {"--events no/such/e ./t.sh in.json", 2, "cannot write the events to no/such/e"}});
}
