#include <doctest/doctest.h>

#include <map>

#include "reduce/strategy.h"
#include "support/build.h"
#include "support/golden.h"
#include "text/error.h"

namespace grabr {
namespace {

std::shared_ptr<const Parser> parser_for(std::shared_ptr<const Grammar> grammar) {
  return std::make_shared<const Parser>(std::move(grammar));
}

TEST_CASE("the book's traces, simple and by depth") {
  const support::Json golden = support::golden("fuzzingbook");
  const auto parser = parser_for(support::fixed("expr"));
  const auto check = [&](const char* strategy, const char* name, const support::Judge& judge) {
    CAPTURE(name);
    const support::Json& expected = golden[name];
    const support::Run run = support::run(strategy, expected["input"], judge, parser);
    if (expected.contains("tests")) {
      CHECK(support::difference(support::trace_of(expected["tests"]), run.tests) == "");
    } else {
      CHECK(run.tests.size() == expected["test_count"]);
    }
    CHECK(run.result == expected["result"]);
  };
  const auto parsed_mystery = support::unless_unparsable(parser, support::mystery);
  check("grabr-simple", "grabr_evalmystery_expr_no_depth", parsed_mystery);
  check("grabr", "grabr_mystery_expr_depth_strategy", support::mystery);
  check("grabr", "grabr_evalmystery_long_depth_strategy", parsed_mystery);
}

TEST_CASE("recorded runs of the book's code on other grammars and inputs") {
  const support::Json golden = support::golden("grabr");
  std::map<std::string, std::shared_ptr<const Parser>> parsers;
  for (const auto& [name, grammar] : golden["grammars"].items()) {
    parsers[name] = parser_for(support::grammar_of(grammar.dump()));
  }
  REQUIRE(golden["runs"].size() >= 972);
  for (const support::Json& recorded : golden["runs"]) {
    const auto parser = parsers.at(recorded["grammar"]);
    support::Judge judge = support::judge_of(recorded["oracle"]);
    if (recorded["oracle"].value("parse", false)) judge = support::unless_unparsable(parser, judge);
    CAPTURE(recorded["name"].get<std::string>());
    CAPTURE(recorded["strategy"].get<std::string>());
    const support::Run run = support::run(recorded["strategy"], recorded["input"], judge, parser);
    CHECK(support::difference(support::trace_of(recorded["tests"]), run.tests) == "");
    CHECK(run.result == recorded["result"]);
  }
}

support::Judge contains(std::string part) {
  return support::fails_if(
      [part = std::move(part)](std::string_view text) { return text.find(part) != text.npos; });
}

TEST_CASE("a rich grammar: lists, optional parts and white space") {
  const auto parser = parser_for(support::fixed("json"));
  const std::string input = "{\"a\": [1, {\"b\": [true, null], \"c\": {}}, \"x\"]}\n";
  for (const char* strategy : {"grabr", "grabr-simple", "grabr-all"}) {
    CAPTURE(strategy);
    const support::Run run = support::run(strategy, input, contains("null"), parser);
    CHECK(parser->accepts(run.result));
    CHECK(run.result.size() < 20);
  }
}

TEST_CASE("600 tokens in a chain, every form of GRABR") {
  const auto parser = parser_for(support::grammar_of(
      R"({"<start>": ["<list>"], "<list>": ["<digit>,<list>", "<digit>"],
          "<digit>": ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]})"));
  const int pairs = support::runs(300);
  std::string input;
  for (int i = 0; i < pairs; ++i) input += std::to_string(i % 7) + ",";
  input += "9";
  for (const char* strategy : {"grabr", "grabr-simple", "grabr-all"}) {
    CAPTURE(strategy);
    CHECK(support::run(strategy, input, contains("9"), parser).result == "9");
  }
}

TEST_CASE("senseless oracles: GRABR ends, and its result fails and is derived from the grammar") {
  const auto parser = parser_for(support::fixed("expr"));
  const std::string inputs[] = {"1 + (2 * 3)", "-(4.2 / +(1 + 2)) * 3 - 4 + (5 + 6) * 7",
                                "((((1 + 2)) * 3 - 4))"};
  for (const char* strategy : {"grabr", "grabr-simple", "grabr-all"}) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      const std::string& input = inputs[seed % 3];
      const auto judge = [&](std::string_view text) {
        const std::uint64_t draw = (hash128(text).low ^ (seed * 0x9E3779B97F4A7C15u)) % 100;
        return text == input || draw < 3 + seed % 50 ? Outcome::kFail : Outcome::kPass;
      };
      CAPTURE(strategy);
      CAPTURE(seed);
      const support::Run run = support::run(strategy, input, judge, parser);
      CHECK(judge(run.result) == Outcome::kFail);
      CHECK(parser->accepts(run.result));
    }
  }
}

TEST_CASE("without a tree it does what the book's ddmin does") {
  FunctionOracle oracle(support::mystery);
  Session session(oracle, "1 + ((2 * 3) & 4");
  run_strategy(*find_pass("grabr"), session, {});
  CHECK(session.best() == "()");
  Session ddmin(oracle, "1 + ((2 * 3) & 4");
  run_strategy(*find_pass("ddmin-fuzzingbook"), ddmin, {});
  CHECK(session.counts().committed + 1 == ddmin.counts().committed);  // it tests its own input
}

}  // namespace
}  // namespace grabr
