#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/core/shortlex.h"
#include "reduce/schedule.h"
#include "reduce/strategy.h"
#include "support/checked_run.h"
#include "support/grammars.h"

namespace grabr {
namespace {

/// The text after the pass, and the number of tests.
std::pair<std::string, std::uint64_t> put_in_order(const std::string& text,
                                                   const FunctionOracle::Function& judge) {
  FunctionOracle oracle(judge);
  Session session(oracle, text);
  Problem problem;
  problem.parser = std::make_shared<const Parser>(support::shipped("json"));
  problem.tree = std::get<Tree>(problem.parser->parse(text));
  session.check_original("preflight");
  const std::uint64_t before = session.counts().committed;
  run_schedule(parse_schedule("order order"), session, problem);
  return {session.best(), session.counts().committed - before};
}

TEST_CASE("order: texts that differ in the order of their elements end alike") {
  const auto fails = support::contains_all({"-1", "[]"});
  for (const std::string text :
       {R"({"":[],"a":-1})", R"({"a":[],"":-1})", R"({"":-1,"a":[]})", R"({"a":-1,"":[]})"}) {
    CAPTURE(text);
    const auto [result, tests] = put_in_order(text, fails);
    CHECK(result == R"({"":-1,"a":[]})");
    CHECK(tests <= 2);
  }
}

TEST_CASE("order: a list of which the order is needed stays as it is") {
  const auto [result, tests] = put_in_order("[[2,1],[3]]", support::contains_all({"2,1"}));
  CHECK(result == "[[3],[2,1]]");
  CHECK(tests <= 4);
}

TEST_CASE("the simpler of two texts") {
  const std::vector<std::string> in_order = {"",  " ", "0",  "9", "a", "z",
                                             "A", "_", "\"", "[", "  "};
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    for (std::size_t j = 0; j < in_order.size(); ++j) {
      CAPTURE(in_order[i]);
      CAPTURE(in_order[j]);
      CHECK(simpler_text(in_order[i], in_order[j]) == (i < j));
    }
  }
}

}  // namespace
}  // namespace grabr
