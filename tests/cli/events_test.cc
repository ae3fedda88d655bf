// What `grabr reduce --events` tells other programs.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using EventLine = nlohmann::json;

struct EventBench : Workshop {
  EventBench() {
    program("t.sh", kHasBug);
    write("in.json", "[1, 2, \"BUG\", {\"a\": [3, 4]}]\n");
    write("fine.json", "[1]\n");
  }
};

std::vector<EventLine> events_in(const std::string& text) {
  std::vector<EventLine> events;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) events.push_back(EventLine::parse(line));
  REQUIRE(!events.empty());
  return events;
}

std::vector<EventLine> of_kind(const std::vector<EventLine>& events, const std::string& kind) {
  std::vector<EventLine> found;
  for (const EventLine& event : events) {
    if (event["event"] == kind) found.push_back(event);
  }
  return found;
}

}  // namespace

TEST_CASE("events agree with the report" * doctest::test_suite("many runs")) {
  const EventBench bench;
  const ShellRun run = bench.grabr("--events - --report r.json ./t.sh in.json");
  REQUIRE(run.exit == 0);
  const auto events = events_in(run.output);
  const auto report = EventLine::parse(bench.read("r.json"));
  CHECK(events.front()["event"] == "start");
  CHECK(events.front()["schema"] == "grabr-events-1");
  CHECK(events.front()["inputs"] == EventLine({"in.json"}));
  CHECK(!of_kind(events, "preflight").empty());
  const auto best = of_kind(events, "best");
  REQUIRE(best.size() == report["curve"].size());
  for (std::size_t i = 0; i < best.size(); ++i) {
    CHECK(best[i]["test"] == report["curve"][i][0]);
    CHECK(best[i]["bytes"] == report["curve"][i][2]);
  }
  std::set<std::string> told, counted;
  for (const EventLine& pass : of_kind(events, "pass")) told.insert(pass["name"]);
  for (const EventLine& pass : report["passes"]) {
    if (pass["tests"] > 0) counted.insert(pass["name"]);
  }
  CHECK(told == counted);
  CHECK(events.back()["event"] == "done");
  CHECK(events.back()["exit"] == 0);
  CHECK(events.back()["reason"].is_null());
  CHECK(events.back()["tests"] == report["tests"]["committed"]);
  CHECK(events.back()["results"][0]["bytes"] == report["output"]["bytes"]);
  CHECK(events.back()["results"][0]["output"] == "in.reduced.json");
}

TEST_CASE("an end without a result is an event with its remedy") {
  const EventBench bench;
  CHECK(bench.grabr("-q --events e ./t.sh fine.json").exit == 3);
  const auto refused = events_in(bench.read("e")).back();
  CHECK(refused["event"] == "refused");
  CHECK(refused["exit"] == 3);
  check_contains(refused["reason"], "fine.json does not fail");
  CHECK(bench.grabr("-q --events e -g nosuch ./t.sh in.json").exit == 2);
  const auto unknown = events_in(bench.read("e")).back();
  CHECK(unknown["event"] == "refused");
  CHECK(unknown["remedy"].is_string());
  CHECK(bench.grabr("-q --events e --max-tests 2 ./t.sh in.json").exit == 6);
  CHECK(events_in(bench.read("e")).back()["event"] == "done");
}

TEST_CASE("events of several inputs name all of them at the end") {
  const EventBench bench;
  bench.write("b.json", "[\"BUG\", 2]\n");
  CHECK(bench.grabr("-q --events e -c 'grep -q BUG in.json && grep -q BUG b.json' in.json b.json")
            .exit == 0);
  CHECK(events_in(bench.read("e")).back()["results"].size() == 2);
}

TEST_CASE("events have a place of their own") {
  const EventBench bench;
  const ShellRun both = bench.grabr("--events - -o - ./t.sh in.json");
  CHECK(both.exit == 2);
  check_contains(both.errors, "--events -: the result goes to standard output, too");
  check_contains(bench.grabr("--events - --trace - ./t.sh in.json").errors, "both cannot go");
  const ShellRun nowhere = bench.grabr("--events no/such/e ./t.sh in.json");
  CHECK(nowhere.exit == 2);
  check_contains(nowhere.errors, "cannot write the events to no/such/e");
}
