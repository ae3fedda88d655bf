// A user controls the search: passes that are skipped or switched off, and pauses between tests.
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <set>
#include <string>

#include "oracle/function_oracle.h"
#include "reduce/schedule.h"
#include "reduce/strategy.h"
#include "support/grammars.h"

namespace grabr {
namespace {

/// Skips passes after this many tests.
class Hand : public Steering {
 public:
  std::map<std::string, unsigned> leaves_after;
  std::set<std::string> off;
  unsigned asked = 0;
  std::function<void()> between;

  void between_tests(const StopToken&) override {
    ++asked;
    if (between) between();
  }
  bool is_off(std::string_view pass) const override { return off.contains(std::string(pass)); }
  bool wants_to_leave(std::string_view pass) override {
    if (is_off(pass)) return true;
    const auto wish = leaves_after.find(std::string(pass));
    if (wish == leaves_after.end() || wish->second-- > 1) return false;
    leaves_after.erase(wish);
    return true;
  }
};

struct TestsByPass : Observer {
  std::map<std::string, unsigned> tests;
  void on_test(const TestRecord& record) override {
    if (!record.cached) ++tests[std::string(record.pass)];
  }
};

struct Steered {
  std::string text;
  std::map<std::string, unsigned> tests;
  std::vector<Intervention> interventions;
};

std::string input() {
  std::string text = "[";
  for (int i = 0; i < 30; ++i) text += "{\"a\": [" + std::to_string(i) + ", \"BUG\"]}, ";
  return text + "0]";
}

bool has_bug(std::string_view text) { return text.find("BUG") != std::string_view::npos; }

Steered reduce(Hand& hand, const std::string& strategy = "auto") {
  FunctionOracle oracle(
      [](std::string_view text) { return has_bug(text) ? Outcome::kFail : Outcome::kPass; });
  Session session(oracle, input());
  session.steering = &hand;
  TestsByPass counts;
  session.add_observer(&counts);
  const auto grammar = support::fixed("json");
  Problem problem;
  problem.parser = std::make_shared<const Parser>(grammar);
  problem.tree = support::tree_of(grammar, session.original());
  session.check_original("preflight");
  const Schedule schedule = parse_schedule(strategy);
  run_schedule(schedule, session, problem);
  CHECK(has_bug(session.best()));
  return {session.best(), counts.tests, session.interventions()};
}

}  // namespace

TEST_CASE("who wants nothing changes nothing") {
  Hand nobody;
  const Steered steered = reduce(nobody);
  CHECK(steered.text == "\"BUG\"");
  CHECK(steered.interventions.empty());
  CHECK(nobody.asked > 0);
}

TEST_CASE("a pass that is switched off has no tests, and that is noted once") {
  Hand nobody;
  Steered whole = reduce(nobody);
  CHECK(whole.tests["layout"] + whole.tests["replace"] > 0);
  Hand hand;
  hand.off = {"layout", "replace", "trec"};
  Steered steered = reduce(hand);
  CHECK(steered.tests["layout"] == 0);
  CHECK(steered.tests["replace"] == 0);
  std::set<std::string> words;
  for (const Intervention& one : steered.interventions) words.insert(one.words);
  CHECK(words.size() == steered.interventions.size());
  CHECK(words == std::set<std::string>{"left out pass layout", "left out pass replace"});
}

TEST_CASE("a pass that is left goes on with the next, wherever that is") {
  for (unsigned after = 1; after < 12; ++after) {
    CAPTURE(after);
    Hand hand;
    hand.leaves_after["sweep-changed"] = after;
    const Steered steered = reduce(hand);
    if (!hand.leaves_after.empty()) {
      CHECK(steered.interventions.empty());
      continue;
    }
    REQUIRE(steered.interventions.size() == 1);
    CHECK(steered.interventions[0].words == "left pass sweep-changed");
    CHECK(steered.interventions[0].test > 0);
  }
}

TEST_CASE("a strategy is left for the one behind it") {
  Hand hand;
  hand.leaves_after["hddr"] = 2;
  Steered steered = reduce(hand, "hddr then perses");
  CHECK(steered.tests["hddr"] <= 3);
  CHECK(steered.tests["perses"] > 0);
  CHECK(steered.interventions.size() == 1);
  Hand off;
  off.off = {"hddr"};
  steered = reduce(off, "hddr then perses");
  CHECK(steered.tests["hddr"] == 0);
}

TEST_CASE("passes over bytes are left, too") {
  Hand hand;
  hand.off = {"byte-runs"};
  Steered steered = reduce(hand, "bytes");
  CHECK(steered.tests["byte-runs"] == 0);
}

TEST_CASE("a request to stop ends the wait") {
  Hand hand;
  unsigned asked = 0;
  FunctionOracle oracle([](std::string_view) { return Outcome::kPass; });
  Session session(oracle, "text");
  session.steering = &hand;
  StopQuestion question([&]() -> std::optional<StopReason> {
    if (hand.asked == 0) return std::nullopt;
    ++asked;
    return StopReason{};
  });
  session.stop = StopToken(question);
  CHECK_THROWS_AS(session.fails("a"), Error);
  CHECK(asked == 1);
}

TEST_CASE("passes are listed once each, in the order of their first turns") {
  std::vector<std::string> names;
  for (const PassInPhase& one :
       passes_of(parse_schedule("hddr then names sweep; replace; sweep"))) {
    names.push_back(one.pass + " " + one.phase);
  }
  CHECK(names == std::vector<std::string>{"hddr hddr", "sweep names", "replace replace"});
  CHECK(passes_of(parse_schedule("auto")).back().pass == "certificate");
}

}  // namespace grabr
