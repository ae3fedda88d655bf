#include "reduce/strategy.h"

#include <doctest/doctest.h>

#include <set>

#include "reduce/essays.h"
#include "reduce/schedule.h"
#include "support/golden.h"
#include "text/error.h"

namespace grabr {
namespace {

TEST_CASE("the table: each row is complete and can be found by its name") {
  std::set<std::string_view> names;
  for (const Pass& strategy : passes()) {
    CAPTURE(strategy.name);
    CHECK(names.insert(strategy.name).second);
    CHECK(find_pass(strategy.name) == &strategy);
    const int ways = (strategy.run != nullptr) + (strategy.tree != nullptr) +
                     (strategy.list != nullptr) + (strategy.patches != nullptr) +
                     !strategy.pipeline.empty();
    CHECK(ways == 1);
    CHECK_FALSE(strategy.guarantee.empty());
    CHECK_FALSE(strategy.help.empty());
    CHECK(strategy.help.size() <= 90);
    CHECK(strategy.help.find('\n') == strategy.help.npos);
    CHECK_FALSE(strategy.source.empty());
    CHECK(essay_of(strategy.file).find("Tested by") != std::string_view::npos);
    CHECK((strategy.minimizer.empty() || find_minimizer(strategy.minimizer) != nullptr));
  }
  CHECK(strategies().front().name == "auto");
  for (const Pass& pass : minimizers()) CHECK((pass.list != nullptr));
  CHECK(find_pass("") == nullptr);
  CHECK(find_pass("ddmin") == nullptr);
}

TEST_CASE("the original is tested once: in the preflight, or by the algorithm itself") {
  const auto fails_whole = [](std::string_view text) {
    return text == "1-2" ? Outcome::kFail : Outcome::kPass;
  };
  const auto parser = std::make_shared<const Parser>(
      support::grammar_of(R"({"<start>": ["<d>-<d>"], "<d>": ["1", "2"]})"));
  for (const Pass& strategy : strategies()) {
    CAPTURE(strategy.name);
    const support::Run run = support::run(std::string(strategy.name), "1-2", fails_whole,
                                          works_on_text(strategy) ? nullptr : parser);
    const bool first = !run.tests.empty() && run.tests.front().first == "1-2";
    CHECK(first == strategy.tests_original);
    CHECK(run.counts.preflight == (strategy.tests_original ? 0 : 1));
    CHECK(run.counts.fail == (strategy.tests_original ? 1 : 0));
    CHECK(run.result == "1-2");
  }
}

TEST_CASE("lexical strategies work on the unit they are given") {
  const auto keeps_b =
      support::fails_if([](std::string_view text) { return text.find("two b") != text.npos; });
  for (const char* name :
       {"ddmin-fuzzingbook", "ddmin-debuggingbook", "gopinath", "ddrmin", "bisect", "mgbs"}) {
    CAPTURE(name);
    FunctionOracle oracle(keeps_b);
    const Pass& strategy = *find_pass(name);
    Session session(oracle, "one a\ntwo b\nthree c\nfour d\n", strategy.cache);
    Problem problem;
    problem.unit = Unit::kLines;
    run_strategy(strategy, session, problem);
    CHECK(session.best() == "two b\n");
  }
}

TEST_CASE("strategies that look for what passes stand alone") {
  CHECK(parse_schedule("dd-max").aim() == Aim::kPassing);
  CHECK(parse_schedule("dd-diff:lines").aim() == Aim::kBoth);
  CHECK(parse_schedule("dd-min then sweep").aim() == Aim::kFailing);
  for (const char* text : {"dd-max then auto", "auto then dd-diff"}) {
    CHECK_THROWS_WITH_AS(parse_schedule(text), doctest::Contains("it cannot be combined"), Error);
  }
}

}  // namespace
}  // namespace grabr
