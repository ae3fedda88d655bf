// The part that a failing and a passing text share is reduced in both: reduce/diff/common_part.h.
#include "reduce/diff/common_part.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "oracle/function_oracle.h"
#include "reduce/problem.h"
#include "reduce/strategy.h"

namespace grabr {
namespace {

struct Neighbours {
  std::string passing;
  std::string failing;
};

/// The result of dd-diff on characters and then of the reduction of the common part.
Neighbours reduced(const Neighbours& given, const std::function<Outcome(std::string_view)>& judge,
                   bool common) {
  FunctionOracle oracle(judge);
  Session session(oracle, given.failing, CachePolicy::kAll);
  Problem problem;
  problem.passing = given.passing;
  problem.unit = Unit::kChars;
  run_strategy(*find_pass("dd-diff"), session, problem);
  if (common) reduce_common_part(session, Unit::kChars);
  REQUIRE(session.passing().has_value());
  return {*session.passing(), session.best()};
}

/// A definition `d` must stand before a use `u`, else the text is unresolved; an `x` makes it fail.
Outcome needs_definition(std::string_view text) {
  const std::size_t definition = text.find('d');
  const std::size_t use = text.find('u');
  if (definition == std::string_view::npos || use == std::string_view::npos) {
    return Outcome::kUnresolved;
  }
  if (use < definition) return Outcome::kUnresolved;
  return text.find('x') == std::string_view::npos ? Outcome::kPass : Outcome::kFail;
}

TEST_CASE("the common part loses what neither of the two needs") {
  const Neighbours given = {"aadbbbbuccc", "aadbbxbbuyccc"};
  const Neighbours alone = reduced(given, needs_definition, false);
  CHECK(alone.failing.size() > 6);
  const Neighbours both = reduced(given, needs_definition, true);
  CHECK(both.passing == "du");
  CHECK(both.failing == "dxu");
}

TEST_CASE("a shared part that only one of the two needs stays in both") {
  // Without `p` the passing text would be unresolved; the failing one does not need it.
  const auto judge = [](std::string_view text) {
    if (text.find('x') != std::string_view::npos) return Outcome::kFail;
    return text.find('p') != std::string_view::npos ? Outcome::kPass : Outcome::kUnresolved;
  };
  const Neighbours both = reduced({"abpcd", "abpxcd"}, judge, true);
  CHECK(both.passing == "p");
  CHECK(both.failing == "px");
}

TEST_CASE("no single shared part is left that could go: parts that go in pairs only") {
  const auto judge = [](std::string_view text) {
    int open = 0;
    for (const char c : text) open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open != 0) return Outcome::kUnresolved;
    return text.find('x') != std::string_view::npos ? Outcome::kFail : Outcome::kPass;
  };
  const Neighbours both = reduced({"(a(b)c)(d)e", "(a(b)cx)(d)e"}, judge, true);
  CHECK(judge(both.passing) == Outcome::kPass);
  CHECK(judge(both.failing) == Outcome::kFail);
  for (const char gone : {'a', 'b', 'c', 'd', 'e'}) {
    CHECK(both.failing.find(gone) == std::string::npos);
  }
  CHECK(both.failing.size() == both.passing.size() + 1);
}

}  // namespace
}  // namespace grabr
