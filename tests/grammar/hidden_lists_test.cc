#include "grammar/model/hidden_lists.h"

#include <doctest/doctest.h>

#include <string>

#include "support/grammars.h"

using namespace grabr;

namespace {

bool is_hidden_list(const std::string& rule) {
  const auto grammar = support::grammar_of(
      R"json({"start": "x", "rules": {"x": )json" + rule +
      R"json(, "y": "NAME", "z": "NAME '!'"}, "tokens": {"NAME": "[a-z]"}})json");
  const auto found = hidden_lists(*grammar);
  REQUIRE(found.size() <= 1);
  return found.size() == 1 && grammar->symbols[found[0]].name == "x";
}

}  // namespace

TEST_CASE("hidden lists: rules that are a list written with themselves") {
  for (const char* rule :
       {R"("x ',' y | y")", R"(["y", "x ',' y"])", R"(["y ',' x", "y"])", R"(["y x", "y"])",
        R"(["x y", ""])", R"("y (',' x)?")", R"("(x ';')? y")", R"("y x?")"}) {
    CAPTURE(rule);
    CHECK(is_hidden_list(rule));
  }
  for (const char* rule :
       {R"("y % ','")", R"("y+")", R"(["x ',' y", "z"])", R"(["x '+' y", "x '-' y", "y"])",
        R"(["'(' x ')'", "y"])", R"(["x x", "y"])", R"("y (z y)?")", R"(["x z y", "y"])"}) {
    CAPTURE(rule);
    CHECK_FALSE(is_hidden_list(rule));
  }
}
