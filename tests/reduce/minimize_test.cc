#include "reduce/minimizer/minimize.h"

#include <doctest/doctest.h>

#include <random>
#include <regex>
#include <set>

#include "reduce/minimizer/list_minimizers.h"
#include "reduce/minimizer/mgbs.h"
#include "support/golden.h"
#include "text/error.h"

namespace grabr {
namespace {

using support::Trace;

void check_trace(const std::string& strategy, const std::string& input, const support::Judge& judge,
                 const Trace& expected, const std::string& result) {
  CAPTURE(strategy);
  CAPTURE(input);
  const support::Run run = support::run(strategy, input, judge);
  CHECK(support::difference(expected, run.tests) == "");
  CHECK(run.result == result);
}

TEST_CASE("ddmin of The Fuzzing Book gives the book's traces") {
  const support::Json golden = support::golden("fuzzingbook");
  for (const char* name : {"ddmin_mystery_fuzz97", "ddmin_mystery_expr"}) {
    check_trace("ddmin-fuzzingbook", golden[name]["input"], support::mystery,
                support::trace_of(golden[name]["tests"]), golden[name]["result"]);
  }
  CHECK(golden["ddmin_mystery_fuzz97"]["tests"].size() == 29);
}

TEST_CASE(
    "ddmin under a parser: unresolved is never accepted; the long expression takes 900 tests") {
  const support::Json golden = support::golden("fuzzingbook");
  const auto parser = std::make_shared<const Parser>(support::fixed("expr"));
  const auto judge = support::unless_unparsable(parser, support::mystery);
  const auto& small = golden["ddmin_evalmystery_expr"];
  check_trace("ddmin-fuzzingbook", small["input"], judge, support::trace_of(small["tests"]),
              small["result"]);
  const auto& large = golden["ddmin_evalmystery_long"];
  const support::Run run = support::run("ddmin-fuzzingbook", large["input"], judge);
  CHECK(run.counts.committed == large["test_count"]);
  CHECK(run.result == large["result"]);
}

TEST_CASE("both ddmins refuse a passing input after testing it, and take an unresolved one") {
  for (const char* name : {"ddmin-fuzzingbook", "ddmin-debuggingbook"}) {
    CAPTURE(name);
    const std::string input = "I am a passing input";
    FunctionOracle oracle(support::mystery);
    Session session(oracle, input);
    CHECK_THROWS_AS(run_strategy(*find_pass(name), session, {}), Error);
    CHECK(session.counts().committed == 1);
    const support::Run run =
        support::run(name, "ab", [](std::string_view) { return Outcome::kUnresolved; });
    CHECK(run.tests.size() == 3);
  }
}

TEST_CASE("ddmin of The Debugging Book gives the book's trace") {
  const support::Json golden = support::golden("debuggingbook")["ddmin_integer_subset_trace"];
  check_trace("ddmin-debuggingbook", golden["input"], support::mystery,
              support::trace_of(golden["tests"]), golden["result"]);
}

TEST_CASE("Gopinath's published trace") {
  const support::Json golden = support::golden("gopinath")["ddmin_select"];
  const std::regex select("^<SELECT.*>");
  const auto judge = support::fails_if(
      [&](std::string_view text) { return std::regex_search(text.begin(), text.end(), select); });
  // The printed page lost white space at the end of some texts; the lengths are right.
  const support::Run run = support::run("gopinath", golden["input"], judge);
  REQUIRE(run.tests.size() == golden["tests"].size());
  for (std::size_t i = 0; i < run.tests.size(); ++i) {
    const auto& [text, outcome] = run.tests[i];
    CHECK(text.size() == golden["tests"][i][2]);
    CHECK(text.starts_with(golden["tests"][i][0].get<std::string>()));
    CHECK(outcome == golden["tests"][i][1]);
  }
  CHECK(run.result == golden["result"]);
}

TEST_CASE("recorded runs of the books' list reducers") {
  const support::Json golden = support::golden("lists");
  REQUIRE(golden["runs"].size() >= 96);
  for (const support::Json& recorded : golden["runs"]) {
    CAPTURE(recorded["name"].get<std::string>());
    check_trace(recorded["strategy"], recorded["input"], support::judge_of(recorded["oracle"]),
                support::trace_of(recorded["tests"]), recorded["result"]);
  }
}

TEST_CASE("empty and single inputs end at once") {
  for (const Pass& strategy : strategies()) {
    if (strategy.works_on == WorksOn::kTree || strategy.works_on == WorksOn::kAnyTree) continue;
    if (strategy.aim != Aim::kFailing) continue;
    CAPTURE(strategy.name);
    for (const std::string input : {"", "x"}) {
      const support::Run run = support::run(std::string(strategy.name), input,
                                            [](std::string_view) { return Outcome::kFail; });
      CHECK(run.result.size() <= input.size());
      CHECK(run.tests.size() <= 3);
    }
  }
}

TEST_CASE("ddmin removes characters, not bytes") {
  const auto judge = support::fails_if([](std::string_view text) {
    for (const char c : text) {
      if (static_cast<unsigned char>(c) >= 0xC0) return text.find("é") != text.npos;
    }
    return false;
  });
  for (const char* strategy : {"ddmin-fuzzingbook", "ddmin-debuggingbook", "gopinath", "ddrmin"}) {
    CHECK(support::run(strategy, "ü–é–ö", judge).result == "é");
  }
}

/// A list of `count` elements that fails if all in `needed` are kept.
struct MinimizedList {
  std::uint32_t count;
  std::set<std::uint32_t> needed;

  RemovableList list() const {
    RemovableList list;
    list.count = count;
    list.render = [](const Kept& kept) {
      Candidate candidate;
      for (const std::uint32_t i : kept) candidate.text += std::to_string(i) + ",";
      return candidate;
    };
    return list;
  }
  bool fails(std::string_view text) const {
    std::size_t found = 0;
    std::string item;
    for (const char c : text) {
      if (c != ',') {
        item += c;
        continue;
      }
      found += needed.count(static_cast<std::uint32_t>(std::stoul(item)));
      item.clear();
    }
    return found == needed.size();
  }
};

struct Minimized {
  Kept kept;
  std::uint64_t tests;
};

Minimized minimize(const MinimizedList& subject, ListMinimizer minimizer) {
  FunctionOracle oracle(support::fails_if([&](std::string_view t) { return subject.fails(t); }));
  Session session(oracle, "");
  Minimized result{minimizer(session, subject.list()), 0};
  result.tests = session.counts().committed;
  return result;
}

void check_finds(const MinimizedList& subject) {
  const Kept needed(subject.needed.begin(), subject.needed.end());
  for (const ListMinimizer minimizer : {ListMinimizer{bisect}, ListMinimizer{mgbs},
                                        ListMinimizer{ddrmin}, ListMinimizer{gopinath}}) {
    const Kept kept = minimize(subject, minimizer).kept;
    CHECK((kept == needed || (needed.empty() && kept.size() <= 1)));
  }
}

TEST_CASE("what is needed alone is all that is kept") {
  check_finds({1, {0}});
  check_finds({1, {}});
  check_finds({2, {0}});
  check_finds({2, {1}});
  check_finds({8, {2}});
  check_finds({8, {}});
  check_finds({100, {0, 99}});
  check_finds({100, {40, 41, 42, 43, 44}});
  check_finds({64, {1, 5, 17, 33, 63}});
}

TEST_CASE("bisect asks what its example says") {
  const MinimizedList subject{8, {2}};
  FunctionOracle oracle(support::fails_if([&](std::string_view t) { return subject.fails(t); }));
  Session session(oracle, "");
  support::TraceRecorder recorder;
  session.add_observer(&recorder);
  bisect(session, subject.list());
  const Trace expected = {{"", "PASS"},       {"0,1,2,3,", "FAIL"}, {"", "PASS"},  {"0,1,", "PASS"},
                          {"0,1,2,", "FAIL"}, {"0,1,", "PASS"},     {"2,", "FAIL"}};
  Trace distinct = expected;  // the session already knows two of them
  distinct.erase(distinct.begin() + 5);
  distinct.erase(distinct.begin() + 2);
  CHECK(support::difference(distinct, recorder.trace) == "");
}

TEST_CASE("mgbs needs few tests: sparse and clustered lists") {
  CHECK(minimize({128, {5, 40, 77, 120}}, mgbs).tests <= 60);
  std::set<std::uint32_t> cluster;
  for (std::uint32_t i = 60; i < 76; ++i) cluster.insert(i);
  CHECK(minimize({128, cluster}, mgbs).tests <= 60);
}

TEST_CASE(
    "mgbs finds the first of a long list in about log2 of it, and the last in twice as many") {
  CHECK(minimize({5000, {0}}, mgbs).tests <= 15);
  CHECK(minimize({5000, {4999}}, mgbs).tests <= 26);
}

TEST_CASE("a minimum number of things stays, and owners hear of each success") {
  for (const ListMinimizer minimizer :
       {ListMinimizer{bisect}, ListMinimizer{mgbs}, ListMinimizer{ddrmin}, ListMinimizer{gopinath},
        ListMinimizer{ddmin_fuzzingbook}, ListMinimizer{ddmin_debuggingbook}}) {
    FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
    Session session(oracle, "");
    const MinimizedList subject{10, {}};
    RemovableList list = subject.list();
    list.min = 3;
    Kept heard;
    list.on_accept = [&](const Kept& kept) { heard = kept; };
    const Kept kept = until_stable(session, list, minimizer);
    CHECK(kept.size() >= 3);
    CHECK(kept.size() <= 5);
    CHECK(heard == kept);
  }
}

TEST_CASE("mgbs visits what stays, last first, as soon as it is known") {
  const MinimizedList subject{20, {3, 4, 15}};
  FunctionOracle oracle(support::fails_if([&](std::string_view t) { return subject.fails(t); }));
  Session session(oracle, "");
  KeepEstimate estimate;
  Kept visited;
  MgbsOptions options;
  options.visit = [&](std::uint32_t thing) { visited.push_back(thing); };
  mgbs(session, subject.list(), estimate, options);
  CHECK(visited == Kept{15, 4, 3});
  CHECK(estimate.probability(false) < 0.3);
  const KeepEstimate fresh;
  CHECK(estimate.probability(false) > fresh.probability(false));
}

TEST_CASE("a copy of an estimate knows what it knows") {
  KeepEstimate estimate;
  for (int i = 0; i < 1000; ++i) estimate.note_kept(true);
  KeepEstimate copy(estimate);
  for (KeepEstimate* one : {&estimate, &copy}) one->note_dropped(true, 1);
  CHECK(copy.probability(true) == estimate.probability(true));
}

TEST_CASE("mgbs needs few questions where few things of a long list are needed") {
  const auto questions = [](std::uint32_t count, std::set<std::uint32_t> needed) {
    const MinimizedList subject{count, std::move(needed)};
    FunctionOracle oracle(support::fails_if([&](std::string_view t) { return subject.fails(t); }));
    Session session(oracle, "");
    KeepEstimate estimate;
    CHECK(mgbs(session, subject.list(), estimate).size() == subject.needed.size());
    return session.counts().committed;
  };
  // Two tests for each halving; with blocks of constant size it would be one for each block.
  CHECK(questions(4000, {1234}) <= 24);
  CHECK(questions(4000, {7, 3900}) <= 40);
  CHECK(questions(20000, {12345}) <= 30);
}

TEST_CASE("mgbs takes no more things to stay than one of a long list, or of 200") {
  KeepEstimate estimate;
  estimate.note_dropped(false, 1000000000);
  CHECK(estimate.probability(false) == doctest::Approx(1 / 200.));
  CHECK(estimate.probability(false, 10) == doctest::Approx(1 / 200.));
  CHECK(estimate.probability(false, 50000) == doctest::Approx(1 / 50000.));
}

TEST_CASE("mgbs drops all that stands before what stays in one question, as long as that works") {
  const auto questions = [](std::set<std::uint32_t> needed, Odds* all_before) {
    const MinimizedList subject{200, std::move(needed)};
    FunctionOracle oracle(support::fails_if([&](std::string_view t) { return subject.fails(t); }));
    Session session(oracle, "");
    KeepEstimate estimate;
    MgbsOptions options;
    options.all_before = all_before;
    CHECK(mgbs(session, subject.list(), estimate, options).size() == subject.needed.size());
    return session.counts().committed;
  };
  Odds odds{2, 1};
  CHECK(questions({190}, &odds) < questions({190}, nullptr));
  CHECK(odds.chance() > .5);
  Odds hopeless{1000, 1};
  CHECK(questions({3, 60, 190}, &hopeless) == questions({3, 60, 190}, nullptr));
}

TEST_CASE("mgbs drops what nothing seems to need in one question, as long as that works") {
  const auto questions = [](const Kept& wrong, Odds odds) {
    const MinimizedList subject{200, {3, 60, 190}};
    FunctionOracle oracle(support::fails_if([&](std::string_view t) { return subject.fails(t); }));
    Session session(oracle, "");
    KeepEstimate estimate;
    MgbsOptions options;
    options.not_needed = [&](std::span<const std::uint32_t> before) {
      Kept gone;
      for (const std::uint32_t i : before) {
        const bool needed = subject.needed.count(i) > 0;
        if (!needed || std::ranges::count(wrong, i) > 0) gone.push_back(i);
      }
      return gone;
    };
    options.without_not_needed = &odds;
    CHECK(mgbs(session, subject.list(), estimate, options).size() == 3);
    return session.counts().committed;
  };
  const auto without = questions({}, {1000, 1});
  CHECK(questions({}, {2, 1}) < without);
  // A wrong guess costs one or a few tests, and nothing else.
  CHECK(questions({3}, {2, 1}) <= without + 3);
}

TEST_CASE("where some of what nothing seems to need stays, mgbs drops the rest before it visits") {
  const MinimizedList subject{200, {3, 60, 190}};
  FunctionOracle oracle(support::fails_if([&](std::string_view t) { return subject.fails(t); }));
  Session session(oracle, "");
  KeepEstimate estimate;
  RemovableList list = subject.list();
  std::size_t left = list.count;
  list.on_accept = [&](const Kept& kept) { left = kept.size(); };
  std::vector<std::size_t> at_visits;
  MgbsOptions options;
  Odds odds{2, 1};
  options.not_needed = [](std::span<const std::uint32_t> before) {
    return Kept(before.begin(), before.end());
  };
  options.without_not_needed = &odds;
  options.visit = [&](std::uint32_t) { at_visits.push_back(left); };
  CHECK(mgbs(session, list, estimate, options) == Kept{3, 60, 190});
  CHECK(at_visits == std::vector<std::size_t>{3, 3, 3});
}

/// An oracle without any pattern: the outcome of each text is drawn from its hash and the seed.
support::Judge senseless(std::uint64_t seed, std::uint64_t fail_percent) {
  return [=](std::string_view text) {
    const std::uint64_t draw = (hash128(text).low ^ (seed * 0x9E3779B97F4A7C15u)) % 100;
    return draw < fail_percent ? Outcome::kFail : draw < 90 ? Outcome::kPass : Outcome::kUnresolved;
  };
}

TEST_CASE("senseless oracles: every minimiser ends, and the result fails") {
  for (const Pass& strategy : strategies()) {
    if (strategy.works_on == WorksOn::kTree || strategy.works_on == WorksOn::kAnyTree) continue;
    if (strategy.aim != Aim::kFailing) continue;
    CAPTURE(strategy.name);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      CAPTURE(seed);
      const support::Judge random = senseless(seed, 5 + seed % 60);
      const std::string input = "The quick brown fox jumps over " + std::to_string(seed);
      const auto judge = [&](std::string_view text) {
        return text == input ? Outcome::kFail : random(text);
      };
      const support::Run run = support::run(std::string(strategy.name), input, judge);
      CHECK(judge(run.result) == Outcome::kFail);
      CHECK(run.result.size() <= input.size());
      CHECK(run.counts.committed < 3000);
    }
  }
}

TEST_CASE("1-minimal where the table says so") {
  for (const Pass& strategy : strategies()) {
    if (!strategy.guarantee.starts_with("1-minimal")) continue;
    CAPTURE(strategy.name);
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      CAPTURE(seed);
      const support::Judge random = senseless(seed, 30);
      const std::string input = "abcdefghijklmnopqrstuvwxyz";
      const auto judge = [&](std::string_view text) {
        return text == input ? Outcome::kFail : random(text);
      };
      const std::string result = support::run(std::string(strategy.name), input, judge).result;
      for (std::size_t i = 0; i < result.size() && result.size() > 1; ++i) {
        std::string shorter = result;
        shorter.erase(i, 1);
        CHECK(judge(shorter) != Outcome::kFail);
      }
    }
  }
}

}  // namespace
}  // namespace grabr
